// Tokens without a prefix of their own: known by what stands in their middle or at their end.
import { mayHaveRun } from './secrets-letters.ts';
import type { Add } from './secrets-tokens.ts';
import { isPlaceholder } from './secrets-values.ts';

interface Shape {
  kind: string;
  /** Where to look: what stands in the middle. */
  middle: RegExp;
  /** How far before the middle the token may begin. */
  reach: number;
  /** Sticky; the token from its beginning. */
  whole: RegExp;
}

/** @param whole what begins at the token, where a word may begin: not within an escape such as `\\n`, but behind it */
const shape = (kind: string, middle: RegExp, reach: number, whole: RegExp, letters = '\\w'): Shape => ({
  kind,
  middle,
  reach,
  whole: new RegExp(
    `(?:(?<![${letters}])(?<!\\\\(?=[nrt]))|(?<=\\\\[nrt]|\u001b\\[[\\d;]{0,12}m))${whole.source}`,
    'y',
  ),
});

/**
 * The providers' facts again. Every `whole` is bounded, so that looking costs no more than its length; it has no blanks, and no fewer
 * than SHORTEST signs, all of ASCII.
 */
const shapes = (): readonly Shape[] => [
  shape('azure-client-secret', /\dQ~/g, 3, /[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/, '\\w~.-'),
  shape('azure-devops-token', /AZDO/g, 76, /[A-Za-z0-9]{75,76}AZDO[A-Za-z0-9]{4}(?!\w)/),
  shape(
    'azure-key',
    /(?:JQQJ99|AzFu|AzSe|AzCa|\+ASt|\+AEh|ACDb|\+ARm|AIoT|APIM)/g,
    76,
    /[A-Za-z0-9+/]{32,76}(?:JQQJ99[A-Za-z0-9+/]{20,30}|(?:AzFu|AzSe|AzCa|\+ASt|\+AEh|ACDb|\+ARm|AIoT|APIM)[A-Za-z0-9+/]{5,6}={0,2})(?![\w+/=])/,
    '\\w+/',
  ),
  shape('terraform-token', /\.atlasv1\./g, 14, /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{50,120}/),
  shape('mailchimp-key', /-us\d/g, 32, /[0-9a-f]{32}-us\d{1,2}(?!\w)/),
  shape('mailgun-key', /-[0-9a-f]{8}-[0-9a-f]{8}(?!\w)/g, 32, /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])/, '\\w-'),
  shape('telegram-token', /:AA[\w-]/g, 10, /\d{8,10}:AA[\w-]{32,34}(?![\w-])/),
  shape('discord-token', /\.[\w-]{6}\.[\w-]{27}/g, 28, /[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/, '\\w-'),
  shape('facebook-token', /\|[\w-]{27}(?![\w-])/g, 17, /\d{13,17}\|[\w-]{27}(?![\w-])/),
  shape('asana-token', /:[0-9a-f]{32}(?!\w)/g, 40, /[12]\/\d{12,20}(?:\/\d{12,20})?:[0-9a-f]{32}(?!\w)/, '\\w/'),
  shape('salesforce-token', /![\w.]{60}/g, 15, /00D[A-Za-z0-9]{12,15}![\w.]{60,200}/),
  shape('deepl-key', /:fx(?!\w)/g, 36, /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:fx(?!\w)/),
  shape('rapidapi-key', /msh[0-9a-f]{15}p1/g, 10, /[0-9a-f]{10}msh[0-9a-f]{15}p1[0-9a-f]{6}jsn[0-9a-f]{12}(?!\w)/),
  shape('new-relic-key', /(?:FFFF)?NRAL(?!\w)/g, 36, /[0-9a-f]{32,36}(?:FFFF)?NRAL(?!\w)/),
  shape(
    'teams-webhook',
    /\.webhook\.office\.com\/webhookb2\//g,
    40,
    /[\w-]{1,40}\.webhook\.office\.com\/webhookb2\/[\w@./-]{36,400}/,
  ),
  shape('hex-key', /0x[0-9a-fA-F]{64}(?!\w)/g, 0, /0x[0-9a-fA-F]{64}(?!\w)/),
];

/** Made when a text has one of the middles. */
let made: readonly Shape[] | undefined;

/** mailchimp-key and new-relic-key. To compile what follows costs a short text more than all else here. */
const SHORTEST = 36;

/** All of the middles at once: hardly a text has one. */
const ANY =
  /\dQ~|AZDO|JQQJ99|Az(?:Fu|Se|Ca)|\+A(?:St|Eh|Rm)|ACDb|AIoT|APIM|\.atlasv1\.|-us\d|-[0-9a-f]{8}-[0-9a-f]{8}(?!\w)|:AA[\w-]|\.[\w-]{6}\.[\w-]{27}|\|[\w-]{27}(?![\w-])|:[0-9a-f]{32}(?!\w)|![\w.]{60}|:fx(?!\w)|msh[0-9a-f]{15}p1|NRAL(?!\w)|\.webhook\.office|0x[0-9a-fA-F]{64}/;

export function findShapes(text: string, add: Add): void {
  if (!mayHaveRun(text, SHORTEST) || !ANY.test(text)) return;
  made ??= shapes();
  for (const { kind, middle, reach, whole } of made) {
    middle.lastIndex = 0;
    let done = 0;
    for (let match = middle.exec(text); match; match = middle.exec(text)) {
      if (match.index < done) continue;
      // A key of a chain in hex is a hash as well: only where the text speaks of keys.
      if (
        kind === 'hex-key' &&
        !/private|secret|wallet|priv[-_ ]?key|signer/i.test(
          text.slice(Math.max(0, match.index - 160), match.index + 160),
        )
      )
        continue;
      for (let start = Math.max(done, match.index - reach); start <= match.index; start++) {
        whole.lastIndex = start;
        if (!whole.test(text) || whole.lastIndex <= match.index) continue;
        if (!isPlaceholder(text.slice(start, whole.lastIndex))) add(start, whole.lastIndex, kind);
        done = whole.lastIndex;
        break;
      }
    }
  }
}
