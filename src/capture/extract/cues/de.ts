import { begins, type Cues, clause, leads, NOTHING, words } from './cues.ts';

const JOINS = 'aber|und|also|sondern|denn';

export const de: Cues = {
  language: 'de',
  leads: leads(
    'ok(?:ay)?|gut|super|passt(?: so)?|prima|toll|perfekt|danke(?: dir| schön)?|ja|jo|so|also|hi|hallo|hey|übrigens|noch (?:was|etwas|eins)|eins noch|außerdem|und|aber|bitte|achso|ach|hm+|na gut|alles klar|sonst|wie immer|wichtig|nebenbei|kurz|erstens|zweitens|drittens|das (?:passt|sieht gut aus)',
  ),
  henceforth: NOTHING,
  corrects: begins(
    '(?:(?:nein|nee|nö|falsch|doch)(?=[,.:;!–—-])|stimmt nicht|(?:das|so) (?:stimmt|ist) (?:so )?(?:nicht(?: richtig)?|falsch)|nicht ganz|eigentlich)',
  ),
  wrong:
    /^(?:nein|nee|falsch|(?:das|so) (?:stimmt (?:so |leider )?nicht|ist (?:so )?(?:falsch|nicht richtig))|stimmt (?:so )?nicht|nicht ganz)$/iu,
  remember: begins(
    '(?:(?:bitte )?(?:merk(?:e)? dir|denk(?:e)? (?:bitte )?(?:immer )?(?:daran|dran)|vergiss (?:bitte )?nicht|behalt(?:e)? im (?:kopf|hinterkopf)|beachte|bitte beachten|notier(?:e)? dir)(?: bitte)?(?:, dass|:| –| —|,)|(?:nur )?(?:zur info|zur information|fürs protokoll|als info|zu deiner info|hinweis|wichtig(?=[:!])|(?:vorsicht|achtung)(?=[:!,])|wichtig zu wissen|für später|gut zu wissen)[,:]?(?: dass)?)',
  ),
  rememberThat:
    /^(?:bitte )?(?:merk(?:e)? dir (?:das|es)(?: bitte)?|nur (?:zur|als) info|(?:das )?bitte merken|das gilt (?:immer|überall|für alles.*)|immer|nie(?:mals)?|ausnahmslos|ohne ausnahme|punkt)$/iu,
  rememberBehind:
    /[,.;–-] (?:(?:und |bitte |also )*(?:merk(?:e)? dir das|denk(?:e)? (?:bitte )?daran|behalt(?:e)? das im (?:kopf|hinterkopf))(?: bitte)?|(?:nur )?(?:zur|als) info)$/iu,
  cues: [
    {
      signal: 'correction',
      type: 'fact',
      pattern: words('wie du (?:angenommen|gedacht|geschrieben|gesagt|behauptet) hast'),
    },
    { signal: 'standing', type: 'rule', pattern: /^bei uns (?:wird|werden|ist|sind|hat|haben|gibt es)(?![\p{L}])/iu },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        'ich (?:nutze|benutze|verwende|arbeite) [^;:]{2,60}(?:also|deshalb|daher)|antworte (?:mir )?(?:in|mit) [^;:]{2,}',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:vor (?:dem|jedem|einem) (?:commit|push|merge|deployment|release|ändern|löschen)|bevor du [^.;:]{2,40}(?:änderst|löschst|committest|pushst|anfasst)),? [^.;:]{2,}',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        'wir (?:immer|nie|niemals|nur|ausschließlich|grundsätzlich|stets) [^.;:]{2,}|kein(?:e|en)? [\\p{L}-]+ mehr',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: /^(?:bitte )?kein(?:e|en)? [\p{L}-]+(?: [\p{L}-]+)? (?:in|im|auf|bei|ohne|vor|nach)(?![\p{L}])/iu,
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?:läuft|startet|wird|werden) [^.;:]{0,40}(?:jede[nsr]? (?:nacht|tag|woche|monat|stunde|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|um mitternacht|um \\d|nachts|täglich|wöchentlich|sonntags|montags|freitags)',
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: /^(?:abgemacht|vereinbart|beschlossen|entschieden|entscheidung)(?: [^:]{0,40})?:/iu,
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        'ich (?:nutze|benutze|verwende|arbeite (?:auf|mit|unter)) [^;:]{2,40}(?:, nicht|, also|, deshalb)|ich bin (?:neu in|neu bei|auf einem?)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:kommentare?|doku(?:mentation)?|commits?|commit-nachrichten|variablen(?:namen)?|bezeichner|fehlermeldungen|logs?|tests?|namen|code) [^.;:]{0,40}(?:auf|in) (?:englisch|deutsch|französisch|kleinbuchstaben|großbuchstaben|snake_case|camelcase|kebab-case)',
      ),
    },
    {
      signal: 'standing',
      type: 'preference',
      pattern: clause(
        '(?:bitte )?frag(?:e)? mich (?:lieber|immer|vorher|zuerst|bevor|erst)|im zweifel [^.;:]{3,}|(?:bitte )?\\p{L}+e? [^.;:]{2,80} jedes mal$',
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        'wir haben (?:hier )?(?:kein(?:e|en)?|nur) (?!zeit|ahnung|lust|wahl|idee|tests?)[^.;:]{3,}|(?:heißt|heißen) [^.;:]{2,60} (?:ist|sind|meint|bedeutet) (?:aber|eigentlich|in wahrheit)|(?:wird|werden|ist|sind) (?:immer |alle )?(?:in|als|ohne|mit) [^.;:]{2,40} (?:gespeichert|abgelegt|gehalten|geführt|gerechnet)|(?:produktion|prod|staging|die ci|der (?:cluster|kunde|server)) (?:hat (?:kein\\p{L}*|nur)|kann (?:nur|kein\\p{L}*|nicht)|läuft (?:auf|mit|hinter))',
      ),
    },
    {
      signal: 'standing',
      type: 'procedure',
      named: true,
      pattern: words(
        '(?:starten|bauen|deployen|testen|veröffentlichen|installieren|führen) wir [^.;:]{0,40}(?:mit|über|per|via)|wir (?:starten|bauen|deployen|testen|veröffentlichen|installieren) [^.;:]{0,60}(?:mit|über|per|via)',
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        '(?:ist|sind|wird|werden) [^.;:]{0,60}(?:absichtlich|mit absicht|bewusst so|gewollt|so gewollt)|aus historischen gründen',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:muss|müssen|braucht|brauchen|benötigt|benötigen) .{2,120}(?:sonst (?!passt|ist alles|alles)|andernfalls|ansonsten)|nichts?(?: [^.;:]{2,60})? (?:von hand|manuell|händisch)|(?:für|bei) [^.;:]{2,60} gilt|(?:hat|haben|ist|sind) [^.;:]{0,60}(?:so )?vorgegeben|nicht mehr (?:verwenden|benutzen|nutzen|vorschlagen)|(?:verwende|benutze|nutze|schlag)(?:e)? .{2,60} nicht mehr(?: vor)?',
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        '(?:wir haben|haben wir|ist|sind|wurde|wurden) [^.;:]{2,100}(?:umgezogen|verschoben|umbenannt|abgelöst|abgeschafft|migriert|ersetzt|ausgelagert)',
      ),
    },
    {
      signal: 'standing',
      type: 'preference',
      pattern: words(
        '(?:duz|siez)(?:e|en)? (?:mich|uns)|(?:lass|spar dir) [^.;:]{0,40}(?:zusammenfassung|erklärung|einleitung|floskel)\\p{L}*',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words('ab (?:sofort|jetzt|heute|nun)|künftig|in zukunft|zukünftig|von (?:jetzt|nun) an|fortan'),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:darf|dürfen|soll|sollen|sollte|sollten|muss|müssen|musst|kann|können) (?:\\p{L}+ ){0,4}?(?:nie|niemals|immer|stets|nur|keinesfalls|auf keinen fall|nirgends|nirgendwo|überall)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:immer|stets|grundsätzlich|ausnahmslos|nie|niemals|nie wieder|nie mehr|auf keinen fall|keinesfalls) (?:[^.,;:]{1,60} )?(?:\\p{L}{2,}en|tun|sein)(?=$|[,;:.)]| und| oder| statt)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        '(?:bitte )?(?:nutz|verwend|benutz|schreib|nimm|mach|führ|setz|leg|änder|antwort|prüf|teste|lass|gib|halt|füg|arbeit|committe|pushe|starte|bau)(?:e|t)? [^.;:]{0,80}?(?:immer(?! noch)|nie|niemals|stets|grundsätzlich|überall)',
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:wir|man|du) (?:\\p{L}+ ){1,2}(?:[^.,;:]{0,40} )?(?:immer|nie|niemals|grundsätzlich|stets|ausschließlich)|bei uns (?:[^.;:]{0,60} )?(?:immer|nie|niemals|nur|stets|grundsätzlich|ausschließlich|verboten|standard|üblich|gilt|gehör(?:t|en)|heißt|ist das)|(?:immer|nie|nur|grundsätzlich|standard)(?: [^.;:]{0,40})? bei uns',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        'in diesem (?:projekt|repo(?:sitory)?|codebestand) (?:[^.;:]{1,80})|(?:ist|sind) (?:bei uns |hier |im projekt |streng )?(?:verboten|nicht erlaubt|tabu|pflicht|untersagt)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:alle|jede[rsn]?) (?:neuen? |öffentlichen? )?\\p{L}+(?: \\p{L}+){0,3} (?:muss|müssen|braucht|brauchen|bekommt|bekommen|darf|dürfen|soll|sollen)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words('(?:grundsätzlich|generell|prinzipiell) (?:als|nur|mit|ohne|kein\\p{L}*|über|in|auf)'),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        '(?:bitte )?(?:nutz|verwend|benutz|nimm|schreib)(?:e|t)? (?!(?:hier|das|die andere|den anderen|diese[rsnm]?|eine?n?)(?![\\p{L}]))[^.;:]{2,80}?(?:,? (?:und )?(?:nicht|statt|anstelle|anstatt)) \\S+',
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        'wir (?:nutzen|verwenden|benutzen|sagen|schreiben|nehmen|setzen)(?: hier| bei uns)? [^.;:]{2,80}?(?:,| und| statt| anstelle) (?:nicht |nie |kein\\p{L}* )?\\S+',
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        '(?:wir haben (?:uns |gemeinsam )?|haben wir (?:uns |gemeinsam )?)[^.;:]{0,100}?(?:entschieden|beschlossen|geeinigt|vereinbart|festgelegt)|wir sind auf [^.;:]{2,60} festgelegt|(?:die|unsere) entscheidung (?:ist|fiel)|wir (?:bleiben bei|wechseln (?:auf|zu)|steigen auf|setzen auf) [^.;:]{2,100}',
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words('der grund,? (?:warum|weshalb|dass) [^.;:]{3,100} ist'),
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        'ich (?:bevorzuge|mag (?:lieber |keine? |es (?:nicht |lieber )?)|hasse|hätte (?:gern(?:e)? |lieber )|möchte (?:immer|nie|grundsätzlich|künftig|keine)|will (?:immer|nie|keine)|\\p{L}+ lieber|finde [^.;:]{2,40} besser)|mir (?:ist|sind) [^.;:]{2,60} lieber|nenn mich',
      ),
    },
  ],
  orders: begins(
    '(?:bitte )?(?:nie|niemals|immer|(?:nutz|verwend|benutz|schreib|nimm|mach|führ|setz|leg|änder|prüf|teste|lass|gib|halt|füg|frag)(?:e|t)?)',
  ),
  reason: words('weil|denn|da (?:der|die|das|wir|es|sie|ich)|damit|deshalb|deswegen|der grund|sonst'),
  because: words('weil|denn|damit|da (?:der|die|das|wir|es|sie|ich)|deshalb'),
  contrast: words(
    '(?:ist|sind|kommt|kommen|läuft|laufen|liegt|liegen|heißt|gehört|gehören|nutzen|wird|werden|steht|stehen) .{2,100}(?:,| und|,? sondern) (?:nicht |statt |anstatt )?\\S+',
  ),
  states: words(
    'wir (?:nutzen|haben|verwenden|benutzen|setzen|machen|speichern|deployen|fahren)|bei uns|es gibt (?:hier )?kein\\p{L}*',
  ),
  question:
    /\?\s*$|^(?:warum|wieso|weshalb|was|wer|wie|wo|wann|welche[rsnm]?|soll(?:en|te|ten)? (?:ich|wir)|kannst du|könntest du|können wir|hast du|weißt du)(?![\p{L}])(?!.*[.:] )/iu,
  hypothetical: words(
    'vielleicht|was wäre|wäre|hätten? (?!gern|lieber)|würden?|könnten?|^angenommen|falls wir|wenn wir (?:nie|immer)|ich glaube|ich denke|ich vermute|vermutlich|wahrscheinlich|eventuell|möglicherweise|mal angenommen,',
  ),
  hearsay: words(
    '(?:sagt|sagte|meint|meinte|behauptet|schreibt|schrieb) (?!man bei uns)|(?:kollege|kollegin|chef|doku|dokumentation|artikel|blog|handbuch|readme|stack ?overflow|kunde|jemand|leute|man) (?:\\p{L}+ )?(?:sagt|meint|behauptet|schreibt|empfiehlt|findet|glaubt|sagte|meinte|rät)|laut|angeblich|(?:in der|im) (?:doku|dokumentation|artikel|handbuch|readme) steht|steht in der (?:doku|dokumentation)|ich habe gelesen',
  ),
  passing: words(
    'erstmal|erst mal|fürs erste|vorerst|vorläufig|diesmal|dieses mal|ausnahmsweise|nur (?:jetzt|hier|heute|dieses eine mal)|in diesem (?:pr|commit|branch|fall|ticket|zweig)|in dieser (?:datei|funktion|klasse|methode|änderung)|für diesen (?:pr|commit|test|fall)|heute|morgen früh|gerade|bis (?:ich|wir) |später auf',
  ),
  oneWork: words(
    '(?:in|für|an|bei|auf|während|mit) dies(?:er|em|en|es|e|er) (?:pr|pull request|mr|branch|zweig|aufgabe|ticket|sitzung|session|gespräch|änderung|commit|feature|sprint)|(?:fürs|im) (?:aktuelle|jetzige)n? (?:pr|ticket|branch)',
  ),
  complaint: words(
    'wenn ich (?:auf |\\p{L}+ )|derzeit|aktuell|schlägt (?:immer |nie )?fehl|schlägt|(?:geht|funktioniert|klappt|bleibt|kommt|erscheint|startet) (?:immer|nie|nicht)|kaputt|leer|fehler(?:meldung)?|abst(?:ürzt|urz)|hängt|(?:das system|die app|der button|das fenster|der nutzer|der benutzer) (?:muss|soll|darf|bleibt|zeigt)',
  ),
  product:
    /^(?:der|die|das|dieser|diese|dieses|jeder (?:nutzer|benutzer)|er|es|sie) (?:[\p{L}-]+ ){0,2}(?:muss|soll|sollte|darf|kann)(?![\p{L}])|^ich (?:will|möchte),? dass (?:der|die|das)(?![\p{L}])/iu,
  request:
    /^(?:bitte |kannst du |könntest du )*(?:schreib(?:e)? (?:in|mir|eine?n?|einen|das|den|die)|übersetz(?:e)?|erklär(?:e)?|fass(?:e)?|formulier(?:e)?|erstell(?:e)?|implementier(?:e)?|bau(?:e)?|prüf(?:e)? mal|such(?:e)?|zeig(?:e)? mir (?!künftig|immer|in zukunft)|schau|füg(?:e)?|refactor(?:e)?|behebe?|fix(?:e)?|ergänz(?:e)?)(?![\p{L}])(?!.{0,60}(?:künftig|in zukunft|ab sofort|ab jetzt))/iu,
  context: begins(
    'in|für|bei|wenn|falls|auf|unter|vor|nach|mit|ohne|seit|weil|da|während|sobald|immer wenn|als|alle|jede[rsnm]?|im|am|zum|zur|ab',
  ),
  tails:
    /[,;:.–—(-]\s*(?:(?:und|also|aber) )?(?:bitte )?(?:(?:pass|änder|stell|korrigier|repari?er|fix|mach|füg)(?:e)? [^,;:]{2,60}|(?:bitte )?(?:entsprechend )?(?:anpassen|korrigieren|ändern|wiederherstellen|beheben)|danke(?: dir)?|bitte|ok|du hast [^,;:]*(?:vergessen|kaputt)[^,;:]*|wie gesagt|leg stattdessen[^,;:]*nicht)$/iu,
  dangling:
    /^(?:(?:er|sie|es|das|die|dies|diese) (?:ist|sind|war|muss|müssen|soll|sollen|darf|dürfen|hat|haben|kann|gehört|kommt|läuft|liegt)(?![\p{L}])|(?:bitte )?(?:mach|tu)(?:e)? (?:das|es|so)(?![\p{L}]))/iu,
  document: words(
    'e-?mails?|unten|folgende[nmrs]?|mail|nachricht|text|spezifikation|spec|anforderung(?:en)?|ticket|logs?|log|fehler(?:meldung)?|stack ?trace|doku|dokument|datei|readme|prompt|artikel|issue|kommentar|chat|ausgabe|code|diff|abschnitt|transkript|beschreibung|satz|protokoll|story|stories',
  ),
  ground: words(
    'ab sofort|ab jetzt|künftig|in zukunft|(?:grund|haus|spiel)?regeln|konventionen?|richtlinien|vorgaben|merk(?:e)? dir|beachte',
  ),
  project: words(
    'wir|uns(?:er(?:e|en|em|er|es)?)?|bei uns|in diesem (?:projekt|repo(?:sitory)?)|das (?:team|projekt|repo)|produktion|staging|kunden?',
  ),
  person: words(
    'antwort(?:e|en|est)?|antworte|erklär(?:e|en|ung|ungen)?|zusammenfassung(?:en)?|deutsch|englisch|sprache|ich|mir|mich|mein(?:e|en|er|em|es)?|kurz|knapp|ausführlich|duz(?:e|en)|siez(?:e|en)',
  ),
};
