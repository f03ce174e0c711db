// The Russian stemmer, with the nouns that it takes for adjectives: of `деплой` it would leave `депл`, of `деплоя` `депло`.
import { stemmer as snowball } from '@orama/stemmers/russian';

/** Nouns in -ой, whose stem ends in о. Not those that are adjectives as well (`простой`). */
const NOUNS = 'деплой слой сбой перебой строй настрой покой герой отбой бой рой крой зной'.split(' ');

export function stemmer(word: string): string {
  return NOUNS.includes(word) ? word.slice(0, -1) : snowball(word);
}
