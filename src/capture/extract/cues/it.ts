import { begins, type Cues, clause, leads, NOTHING, words } from './cues.ts';

const JOINS = 'ma|e|quindi|perciò|però|bensì';
const IMPERATIVES =
  'usa|usate|utilizza|impiega(?! (?:\\p{L}+ ){0,3}?(?:\\d|un[ao]? |due |tre |dieci |trenta |molto|troppo|tanto|mezz)[^.;:]{0,20}(?:second|minut|or[ae]|tempo|giorn|ms))|scrivi|rispondi(?:mi)?|metti|fai|fa|esegui|lancia|aggiungi|crea|chiama|salva|mantieni|tieni|evita|controlla|prova|testa|includi|spiega(?:mi)?|chiedi(?:mi)?|apri|lascia';
/** `non modificare`, `non usate`. */
const NOT_TO = 'non \\p{L}+(?:are|ere|ire|rre|ate|ete|arlo|erlo|arla|erla)';

export const it: Cues = {
  language: 'it',
  leads: leads(
    "ok|va bene(?: così)?|bene|benissimo|perfetto|ottimo|grazie(?: mille)?|sì|ciao|senti|guarda|un[’' ]?altra cosa|una cosa|inoltre|anche|e|ma|però|tra l[’']altro|a proposito|per favore|ah|eh|come sempre|importante|prima cosa|infine|allora|dunque",
  ),
  henceforth: NOTHING,
  corrects: begins(
    '(?:no|sbagliato|errato|in realtà|(?:questo|così) (?:è sbagliato|non (?:è|va) (?:così|bene|giusto|corretto)))(?=[,.:;!–—-])',
  ),
  wrong: /^(?:no|sbagliato|errato|(?:questo|così) (?:è sbagliato|non (?:è|va) (?:così|bene|giusto|corretto)))$/iu,
  remember: begins(
    '(?:(?:per favore,? )?(?:ricorda(?:ti|telo)?(?: di)?|tieni (?:a mente|presente|conto)|non dimenticare|prendi nota|annota(?:ti)?|segnati)(?: che|:|,)|(?:per (?:tua )?informazione|per la cronaca|nota(?=[:,])|importante(?=[:!])|attenzione(?=[:!,])|avviso)[,:]?)',
  ),
  rememberThat:
    /^(?:per favore,? )?(?:ricordatelo|tienilo a mente|segnatelo|sempre|mai|senza eccezioni)(?:,? per favore)?$/iu,
  rememberBehind:
    /[,.;–-] (?:(?:e |per favore,? )*(?:ricordatelo|tienilo a mente|non dimenticarlo)|per informazione)$/iu,
  cues: [
    {
      signal: 'preference',
      type: 'preference',
      pattern: words('(?:io )?(?:uso|utilizzo|lavoro (?:su|con|in)) [^;:]{2,40},? (?:quindi|perciò)'),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        'prima di (?:ogni |fare |un |qualsiasi )?(?:commit|push|merge|deploy|pubblicare|toccare|modificare|cancellare|cambiare) [^.;:]{2,}',
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?:viene|vengono|è|sono|si|parte|gira) (?:\\p{L}+ )?(?:ogni|tutt[ei] (?:le|i)|a mezzanotte|alle \\d|il (?:lunedì|martedì|mercoledì|giovedì|venerdì))',
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        '(?:abbiamo|avevamo) (?:deciso|scelto|concordato|optato|stabilito)|(?:è stato|si è) deciso|(?:passiamo a|restiamo (?:su|con)|useremo) [^.;:]{2,80} (?:perché|dato che|invece di|al posto di)|la ragione (?:per cui|è)',
      ),
    },
    { signal: 'conclusion', type: 'decision', pattern: /^(?:deciso|decisione|concordato)(?: [^:]{0,40})?:/iu },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        'abbiamo (?:spostato|rinominato|migrato|sostituito|abbandonato|eliminato)|(?:è stat[oa]|sono stat[ie]) (?:spostat|rinominat|migrat|sostituit|rimoss)[oaie]|di proposito|apposta|per ragioni storiche',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        "d[’'](?:ora|adesso) in (?:poi|avanti)|da (?:ora|adesso|oggi|qui) in (?:poi|avanti)|in futuro,? (?:usa|sempre|mai|non)",
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(`${NOT_TO} (?:[^.;:]{0,60} )?(?:mai|a mano|manualmente|direttamente|più)|${NOT_TO} mai`, JOINS),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        `mai (?:più )?\\p{L}+(?:are|ere|ire|rre)|(?:${IMPERATIVES}) (?:[^.;:]{1,60} )?(?:sempre|mai)|sempre (?:${IMPERATIVES})`,
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:deve|devono|devi|bisogna|dobbiamo|va|vanno|può|possono) (?:\\p{L}+ ){0,3}?(?:sempre|mai|solo|soltanto)|senza eccezioni|(?:è|sono) (?:assolutamente )?(?:vietat|proibit)[oaie]|(?:è|sono) obbligatori[oae]?',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:ogni|tutt[ei] (?:i|gli|le)) (?:nuov[oaie] )?\\p{L}+(?: \\p{L}+){0,3} (?:deve|devono|ha bisogno|hanno bisogno|va|vanno)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        "(?:usa|utilizza|scrivi|metti) (?!(?:un|una|uno|questo|questa|quello|quella|l[’']altr[oa]|qui)(?![\\p{L}]))[^.;:]{1,80}?(?:,| e| invece di| al posto di| anziché)(?: non| mai)? \\S+",
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:noi )?(?:usiamo|utilizziamo|scriviamo|chiamiamo) [^.;:]{1,80}?(?:,| e|invece di|al posto di)(?: non| mai)? \\S+|(?:noi )?non (?:usiamo|utilizziamo|facciamo|permettiamo|accettiamo) [^.;:]{2,80}|in questo (?:progetto|repo|repository|codice),? [^.;:]{2,80}|la nostra (?:convenzione|regola|politica)|da noi (?:si|non)',
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      named: true,
      pattern: words(
        '(?:stanno|si trovano|sono salvat[ie]) (?:sempre )?(?:in|nel|nella) \\S*[/.]|non abbiamo (?!tempo|idea)|abbiamo solo |(?:produzione|staging|il (?:cluster|cliente|server|database|ci)) (?:non (?:ha|può|accetta|supporta)|(?:ha|accetta|supporta) solo)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: /^(?:niente|nessun[oa]?) [\p{L}-]+(?: [\p{L}-]+)? (?:in|nei|nel|nella|nelle|senza|per)(?![\p{L}])/iu,
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        'prefer(?:isco|irei) (?!(?:il primo|il secondo|la prima|la seconda|questo|questa|quello|quella)(?![\\p{L}]))|(?:non )?mi piac(?:e|ciono)|odio|detesto|non voglio (?:vedere )?\\p{L}+|voglio sempre|chiamami|dammi del tu',
      ),
    },
  ],
  orders: begins(`(?:mai|sempre|${NOT_TO}|${IMPERATIVES})`),
  reason: words('perché|dato che|poiché|siccome|visto che|a causa di|per via (?:di|del|della|delle|dei)|altrimenti'),
  because: words('perché|dato che|poiché|siccome|visto che|a causa di|per via (?:di|del|della|delle|dei)'),
  contrast: words(
    '(?:è|sono|viene|vengono|gira|usa|usiamo|va|vanno|si chiama) .{2,100}(?:,| e| ma) (?:non|invece di|al posto di) \\S+',
  ),
  states: words("(?:usiamo|abbiamo|utilizziamo|facciamo|salviamo)|da noi|non c[’']è nessun"),
  question:
    /\?\s*$|^(?:perché|che cosa|cosa|quale|quali|come|quando|dove|chi|puoi|potresti|dovremmo|dovrei|si può)(?![\p{L}])(?!.*[.:] )/iu,
  hypothetical: words(
    'forse|magari|e se|se (?:noi |io )?(?:usassimo|decidessimo|avessimo)|sarebbe|potremmo|potrebbe|dovremmo|credo che|penso che|suppongo|immagina|mettiamo che|probabilmente',
  ),
  hearsay: words(
    '(?:documentazione|manuale|articolo|blog|collega|capo|cliente|qualcuno|gente|stack ?overflow|guida) (?:\\p{L}+ )?(?:dice|dicono|ha detto|raccomanda|consiglia|suggerisce|afferma|pensa)|(?:dice|dicono|diceva|ha scritto) (?:che|di)|secondo (?:il|la)|a quanto pare|ho letto',
  ),
  passing: words(
    'per ora|per adesso|per il momento|stavolta|questa volta|solo (?:stavolta|oggi|qui|per oggi)|temporaneamente|(?:in |per )?quest[oa]? ?(?:pr|branch|commit|file|funzione|modifica|caso|classe|metodo|test|ticket)|oggi|domani|finché|più tardi|poi lo',
  ),
  oneWork: words(
    "(?:in|per|su|di|durante) quest[oa] (?:pr|pull request|mr|branch|ramo|attività|task|ticket|sessione|conversazione|modifica|commit|funzionalità|sprint)|e nient[’']altro$|(?:(?:sarò|sono) in (?:ferie|vacanza|malattia|permesso|viaggio|congedo)|sarò (?:via|assente|fuori)|sono assente)(?: [^,;:]*)?$",
  ),
  complaint: words(
    "quando (?:faccio|clicco|eseguo|apro|salvo|il|la)|attualmente|(?:va|vanno|finisc\\p{L}+) (?:sempre |spesso )?in (?:errore|crash|timeout|loop|blocco|eccezione|panne|tilt|deadlock)|fallisc(?:e|ono)|non (?:funziona|va|parte)|rott[oa]|vuot[oa]|lo stesso errore|si (?:blocca|rompe|pianta)|ci mette|(?:l[’']utente|il sistema|il pulsante) (?:deve|sempre|mai)",
  ),
  product:
    /^(?:il|lo|la|i|gli|le|questo|questa|ogni utente|gli utenti) (?:[\p{L}-]+ ){0,2}(?:non )?(?:deve|devono|dovrebbe|può)(?![\p{L}])|^voglio che (?:il|la|lo)(?![\p{L}])/iu,
  request:
    /^(?:per favore,? |puoi |potresti |adesso |ora )*(?:scrivi (?:un|una|il|la|in)|traduci|spiega(?!mi sempre)|riassumi|genera|crea|implementa|correggi|sistema|rivedi|cerca|mostra|aggiungi|prepara|confronta|descrivi)(?![\p{L}])(?!.{0,60}(?:in poi|in avanti))|^(?:metti|aggiungi|scrivi|inserisci|includi) (?:questo )?(?:in|al|alla|nel|nell[’']|nei|nella|nelle)\s?(?:readme|changelog|wiki|documentazione|docs?|e-?mail|messaggio|commento)(?![\p{L}])[^:]{0,40}:/iu,
  context: begins(
    "in|nel|nella|nei|nelle|per|quando|se|prima|dopo|con|senza|da|dal|perché|mentre|secondo|ogni|tutt[ei]|come|d[’']ora|d[’']adesso",
  ),
  tails:
    /[,;:.–—(-]\s*(?:(?:e|quindi|ma) )?(?:per favore,? )?(?:(?:correggi|sistema|cambia|aggiorna|ripristina|adatta) ?[^,;:]{0,60}|per favore|grazie|ok|come sempre|hai dimenticato[^,;:]*)$/iu,
  dangling:
    /^(?:(?:questo|ciò|esso|essa|lui|lei|loro) (?:è|sono|deve|devono|ha|va|viene)(?![\p{L}])|(?:mai|sempre|non) (?:lo|la|li|le) \p{L}+)/iu,
  document: words(
    'sotto|seguent[ei]|formato|e-?mail|messaggio|testo|specifica|requisit[oi]|ticket|logs?|errore|errori|documento|documentazione|file|readme|prompt|articolo|issue|commento|chat|output|codice|diff|paragrafo|sezione|trascrizione|descrizione',
  ),
  ground: words('in poi|in avanti|(?:queste |le |alcune )?regole|norme|convenzioni|ricorda(?:ti)?|tieni a mente'),
  project: words(
    'noi|nostr[oaie]|usiamo|abbiamo|questo (?:progetto|repository|repo)|il (?:team|progetto|repo|repository)|produzione|staging',
  ),
  person: words(
    'rispond[ie](?:mi|re)?|rispost[ae]|spiega(?:mi|zioni)?|riassunti?|in italiano|in inglese|lingua|io|mi|mio|mia|prefer(?:isco|irei)|brev[ei]|cort[oaie]|dammi del tu',
  ),
};
