import { begins, type Cues, clause, leads, NOTHING, words } from './cues.ts';

const JOINS = 'mais|et|donc|car|alors';

export const fr: Cues = {
  language: 'fr',
  leads: leads(
    "ok|d['’]accord|bien|très bien|super|parfait|génial|merci(?: beaucoup)?|oui|salut|bonjour|sinon|au fait|autre chose|une (?:autre )?chose|aussi|et|mais|bon|alors|ah|important|s['’]il te plaît|stp|svp|comme toujours|d['’]abord|ensuite|enfin|par ailleurs",
  ),
  henceforth: NOTHING,
  corrects: begins(
    "(?:non|faux|en fait|incorrect|c['’]est (?:faux|incorrect|inexact)|ce n['’]est pas (?:ça|vrai|correct|juste))(?=[,.:;!–—-])",
  ),
  wrong:
    /^(?:non|faux|incorrect|c['’]est (?:faux|incorrect|inexact|pas (?:ça|vrai|bon))|ce n['’]est pas (?:ça|vrai|correct|juste))$/iu,
  remember:
    /^(?:(?:souviens-toi|rappelle-toi|retiens(?: bien)?(?: ceci| cela| ça)?|garde (?:en tête|à l['’]esprit)|note(?: bien)?|n['’]oublie pas|sache)(?: bien)?(?: que(?=\s)| qu['’]| ?:)|(?:pour (?:info|information|mémoire|rappel|ta gouverne)|à (?:noter|savoir|retenir)|rappel|important(?= ?[:!])|attention(?= ?[:!,])|nb)(?: que(?=\s)| qu['’]| ?:|,|(?=\s)))/iu,
  rememberThat:
    /^(?:(?:souviens|rappelle)-t['’]en|retiens-le|note-le|garde(?: ça| cela)? en tête|pour info|toujours|jamais|sans exception)(?: s['’]il te plaît)?$/iu,
  rememberBehind:
    /[,.;–-] (?:(?:et |donc )*(?:souviens-t['’]en|garde(?:-le| ça| cela) en tête|note-le|ne l['’]oublie pas)|pour info|attention)$/iu,
  cues: [
    {
      signal: 'preference',
      type: 'preference',
      pattern: words("(?:je travaille|j['’]utilise|je suis) (?:sur|sous|avec|en)? ?[^;:]{2,40},? donc"),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words('avant (?:chaque|tout|de) (?:commit|push|merge|déployer|toucher|modifier|supprimer),? [^.;:]{2,}'),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        "(?:est|sont|redémarre|tourne|se lance|s['’]exécute) [^.;:]{0,30}(?:chaque (?:nuit|jour|semaine|lundi|dimanche)|tous les (?:jours|soirs|lundis|dimanches)|à minuit|à \\d+ ?h)",
      ),
    },
    { signal: 'conclusion', type: 'decision', pattern: /^(?:convenu|décidé|décision)(?: [^:]{0,40})? ?:/iu },
    {
      signal: 'standing',
      type: 'rule',
      pattern: /^(?:pas d[e'’]|aucune?) ?[\p{L}-]+(?: [\p{L}-]+)? (?:dans|en|sans|pour|sur)(?![\p{L}])/iu,
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:commentaires|commits|messages(?: de commit)?|variables|noms|documentation|doc|logs|tests|erreurs) [^.;:]{0,40}en (?:anglais|français|minuscules|majuscules)|(?:le|la|notre) ci (?:refuse|rejette|bloque)',
      ),
    },
    {
      signal: 'standing',
      type: 'preference',
      pattern: words(
        "à chaque fois|chaque fois que tu|demande-moi (?:avant|d['’]abord|toujours)|préviens-moi (?:avant|d['’]abord)|en cas de doute",
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        "(?:est|sont) (?:stockée?s?|enregistrée?s?|exprimée?s?|gardée?s?|mesurée?s?) (?:en|sans|avec|comme|dans|sous) |(?:on|nous) n['’](?:a|avons) (?:pas|que|aucune?) |(?:la prod(?:uction)?|la préprod|le (?:client|cluster|serveur)|la ci) (?:n['’]a (?:pas|que)|ne (?:peut|supporte|accepte))",
      ),
    },
    {
      signal: 'standing',
      type: 'procedure',
      named: true,
      pattern: words(
        '(?:pour (?:déployer|compiler|démarrer|lancer|tester)|(?:on|nous) (?:lance|lançons|déploie|déployons|compile|compilons|démarre|démarrons)) [^;]{2,100}',
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        "(?:est|sont|c['’]est) [^.;:]{0,60}(?:exprès|volontaire(?:ment)?|fait exprès)|pour des raisons historiques",
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        "(?:il faut|doit|doivent|a besoin|ont besoin) .{2,120}sinon|(?:utilise|mets|écris|emploie) .{2,80} (?:dans tou(?:te)?s les|partout)|(?:ne |n['’])\\p{L}+ (?:plus|rien) .{2,60}|rien .{2,40} à la main",
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        '(?:on a|nous avons|a été|ont été) (?:\\p{L}+ )?(?:déplacée?s?|renommée?s?|migrée?s?|remplacée?s?|abandonnée?s?|supprimée?s?)',
      ),
    },
    {
      signal: 'standing',
      type: 'preference',
      pattern: words(
        '(?:tutoie|vouvoie)-moi|réponses plus (?:courtes|brèves)|(?:pas de|sans|évite les) (?:résumés?|explications?)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        "désormais|dorénavant|à partir (?:de maintenant|d['’]aujourd['’]hui)|à l['’]avenir|dès maintenant",
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause("(?:ne |n['’])\\p{L}+(?:e|es|ez|s|ons) (?:\\p{L}+ )?(?:jamais|plus jamais)", JOINS),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:il faut|on doit|vous devez|tu dois|doi(?:t|vent)|faut|ne (?:doi(?:t|vent)|faut)) (?:\\p{L}+ ){0,3}?(?:toujours|jamais|uniquement|impérativement|seulement)|(?:est|sont) (?:interdit|obligatoire|proscrit)(?:e|s|es)?|sans exception',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        '(?:utilise|emploie|écris|mets|réponds(?:-moi)?|fais|lance|passe|garde|ajoute|nomme|évite|vérifie|demande(?:-moi)?|explique(?:-moi)?)(?: [^.;:]{1,60})? (?:toujours|systématiquement|jamais|partout)|toujours (?:utiliser|écrire|mettre|passer|faire|lancer|répondre|ajouter|garder)',
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        "(?:on|nous) (?:ne |n['’])?\\p{L}+ (?:\\p{L}+ )?(?:toujours|jamais|systématiquement|uniquement)|(?:dans|sur) ce (?:dépôt|projet|repo),? [^.;:]{2,120}|(?:notre|nos) (?:convention|norme|règle|politique|standard)s?|chez nous,? [^.;:]{2,100}",
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:tou(?:te)?s les|chaque) (?:nouve(?:au|lle)s? )?\\p{L}+(?: \\p{L}+){0,3} (?:doi(?:t|vent)|a besoin|ont besoin)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        "(?:utilise|emploie|prends|mets|écris) (?!(?:une?|cet?|cette|ça|l['’]autre|celui|celle)(?![\\p{L}]))[^.;:]{1,80}?(?:,| et| plutôt qu[e'’]| au lieu de| à la place de)(?: pas| et non| non)? ?\\S+",
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        "(?:on|nous) (?:utilise|utilisons|dit|disons|écrit|écrivons|appelle|appelons) [^.;:]{1,80}?(?:,| et) (?:pas|jamais|non) \\S+|on n['’](?:utilise|emploie|accepte) pas [^.;:]{2,80}",
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        '(?:on|nous) (?:a|avons) (?:finalement |donc )?(?:décidé|choisi|convenu|opté|retenu|acté)|il a été décidé|la décision est|(?:on|nous) (?:passe|passons|reste|restons|garde|gardons|abandonne|abandonnons) [^.;:]{2,100} (?:parce qu|car|puisqu|plutôt qu)|la raison pour laquelle [^.;:]{3,100} est',
      ),
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        "je (?:préfère|n['’]aime pas|déteste|veux (?:toujours|jamais)|ne veux (?:pas|plus|jamais) (?:de |d['’]))(?! (?:celui|celle|la première|la deuxième|le premier|le deuxième|cette|ce)(?![\\p{L}]))|j['’]aime(?:rais)? mieux|appelle-moi",
      ),
    },
  ],
  orders: begins("(?:ne |n['’]|toujours|utilise|emploie|mets|écris|évite|lance|garde|nomme|vérifie|demande|il faut)"),
  reason: words(
    "parce qu['’e]?|parce que|car|puisque|afin (?:de|que)|sinon|la raison|c['’]est pour(?: ça| cela)|pour que",
  ),
  because: words("parce que|parce qu['’]|car|puisque|afin que|pour que"),
  contrast: words(
    "(?:est|sont|se trouve|se trouvent|vient|tourne|utilise|utilisons|se lance|se lancent|s['’]appelle) .{2,100}(?:,| et|,? mais) (?:pas|non|non pas|jamais) \\S+",
  ),
  states: words("(?:on|nous) (?:utilise|utilisons|a|avons|fait|faisons|stocke|déploie)|chez nous|il n['’]y a pas"),
  question:
    /\?\s*$|^(?:pourquoi|comment|quand|où|qui|quel(?:le)?s?|est-ce que|qu['’]est-ce|peux-tu|pourrais-tu|faut-il|devrait-on)(?![\p{L}])(?!.*[.:] )/iu,
  hypothetical: words(
    'peut-être|et si|si (?:on|nous) (?:\\p{L}+(?:ait|ions))|serait|pourrait|pourrions|je (?:pense|crois|suppose)|imaginons|supposons|probablement|sans doute|on devrait',
  ),
  hearsay: words(
    "(?:doc(?:umentation)?|article|blog|collègue|chef|client|manuel|guide|quelqu['’]un|les gens|stack ?overflow) (?:\\p{L}+ )?(?:dit|disent|recommande|conseille|affirme|pense|prétend|suggère)|(?:a dit|dit|disent|écrit|affirme|prétend) que|selon|d['’]après|soi-disant|j['’]ai lu",
  ),
  passing: words(
    "pour (?:l['’]instant|le moment)|cette fois|juste (?:cette fois|ici|aujourd['’]hui)|temporairement|provisoirement|dans (?:cette|ce|la) (?:pr|branche|commit|fichier|fonction|classe|méthode|cas)|pour (?:cette|ce) (?:pr|test|cas)|aujourd['’]hui|demain|plus tard|jusqu['’]à ce que|en attendant",
  ),
  oneWork: words(
    "(?:dans|pour|sur|de|pendant) (?:cette|ce) (?:pr|pull request|mr|branche|tâche|ticket|session|conversation|changement|commit|fonctionnalité|sprint)|et rien d[’']autre$",
  ),
  complaint: words(
    "quand je|actuellement|échoue|plante|ne (?:marche|fonctionne|s['’]affiche|charge)|s['’]affiche jamais|n['’]apparaît|apparaît jamais|cassé|vide|la même erreur|(?:l['’]utilisateur|le système|le bouton) (?:doit|ne|est)",
  ),
  product:
    /^(?:le|la|l['’]|ce|cette|chaque utilisateur|les utilisateurs) ?(?:[\p{L}-]+ ){0,2}(?:doit|doivent|devrait|peut)(?![\p{L}])|^(?:il faut|je veux) (?:que (?:le|la|ce|cette)|corriger|réparer|finir)(?![\p{L}])/iu,
  request:
    /^(?:s['’]il te plaît,? |peux-tu |pourrais-tu )*(?:écris (?:un|une|le|la|dans)|traduis|explique|résume|rédige|génère|crée|implémente|corrige|répare|relis|cherche|montre|ajoute|prépare|décris|compare|lance|commence|refais)(?![\p{L}])(?!.{0,60}(?:désormais|dorénavant|à l['’]avenir))/iu,
  context: begins(
    'dans|pour|quand|si|lorsque|avant|après|avec|sans|depuis|sur|en|chez|parce que|dès|chaque|tou(?:te)?s|comme|à|au|aux|lors',
  ),
  tails:
    /[,;:.–—(-]\s*(?:(?:et|donc|mais) )?(?:(?:corrige|change|modifie|mets à jour|rétablis|adapte|refais)(?:-(?:le|la|les))?[^,;:]{0,60}|s['’]il te plaît|stp|svp|merci|ok|tu as (?:encore )?oublié[^,;:]*)$| s['’]il te plaît$| stp$| svp$/iu,
  dangling:
    /^(?:(?:il|elle|ils|elles|ça|cela) (?:est|sont|doit|doivent|a|ont|va|vient|tourne)(?![\p{L}])|ce (?:n['’]est|doit)|(?:ne )?(?:le|la|les) \p{L}+ (?:jamais|toujours)(?![\p{L}])|fais(?:-le| ça)(?![\p{L}]))/iu,
  document: words(
    'mails?|ci-dessous|suivante?s?|format|e-?mails?|courriel|message|texte|spécification|specs?|exigences?|ticket|logs?|journal|erreurs?|trace|document(?:ation)?|doc|fichier|readme|prompt|article|issue|commentaire|chat|sortie|code|diff|paragraphe|section|transcription|description|phrase|traduis',
  ),
  ground: words(
    "désormais|dorénavant|à l['’]avenir|(?:les |des |quelques )?règles|conventions?|consignes|retiens|souviens-toi",
  ),
  project: words(
    "nous|notre|nos|chez nous|on|ce (?:dépôt|projet|repo)|l['’]équipe|le (?:projet|dépôt|repo)|préprod|prod(?:uction)?",
  ),
  person: words(
    'réponds(?:-moi)?|réponses?|explique(?:-moi)?|explications?|résumés?|français|anglais|langue|je|moi|me|mon|mes|préfère|appelle-moi|court(?:e|s|es)?|bref|brève|tutoie(?:-moi)?',
  ),
};
