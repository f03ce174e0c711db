import { begins, type Cues, clause, leads, NOTHING, words } from './cues.ts';

const JOINS = 'pero|y|e|así que|sino';
const IMPERATIVES =
  'usa|utiliza|emplea|escribe|responde(?:me)?|respóndeme|contesta(?:me)?|contéstame|pon|haz|ejecuta|añade|agrega|crea|llama|guarda|mantén|evita|comprueba|prueba|incluye|nombra|explica(?:me)?|explícame|pregunta(?:me)?|pregúntame';

export const es: Cues = {
  language: 'es',
  leads: leads(
    'ok|vale|bien|muy bien|bueno|perfecto|genial|gracias|muchas gracias|sí|hola|oye|mira|otra cosa|una cosa(?: más)?|además|también|y|pero|por cierto|por favor|porfa|ah|eh|como siempre|importante|primero|segundo|por último',
  ),
  henceforth: NOTHING,
  corrects: begins(
    '(?:no|incorrecto|mal|en realidad|eso (?:está mal|no es (?:así|correcto|cierto)|es incorrecto)|te equivocas)(?=[,.:;!–—-])',
  ),
  wrong: /^(?:no|incorrecto|mal|eso (?:está mal|no es (?:así|correcto|cierto)|es incorrecto)|te equivocas)$/iu,
  remember: begins(
    '(?:(?:por favor,? )?(?:recuerda|acuérdate(?: de)?|ten (?:en cuenta|presente)|toma nota(?: de)?|anota|no olvides|apunta)(?: que|:)|(?:para (?:tu|su) información|para que (?:lo sepas|conste)|que conste(?: que)?|nota|importante(?=[:!])|(?:ojo|cuidado|atención)(?=[:!,])|a tener en cuenta|aviso)[,:]?)',
  ),
  rememberThat:
    /^(?:por favor,? )?(?:recuérdalo|tenlo en cuenta|anótalo|apúntalo|para que (?:lo sepas|conste)|siempre|nunca|sin excepci(?:ón|ones))(?:,? por favor)?$/iu,
  rememberBehind:
    /[,.;–-] (?:(?:y |por favor,? )*(?:recuérdalo|tenlo en cuenta|anótalo|no lo olvides)(?: por favor)?|para que (?:lo sepas|conste))$/iu,
  cues: [
    {
      signal: 'preference',
      type: 'preference',
      pattern: words('(?:uso|utilizo|trabajo (?:en|con)) [^;:]{2,40},? así que'),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words('antes de (?:cada |hacer |un )?(?:commit|push|merge|desplegar|tocar|cambiar|borrar) [^.;:]{2,}'),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?:se (?:reinicia|borra|vacía|ejecuta|actualiza)n?|arranca|corre) [^.;:]{0,30}(?:cada|tod[oa]s l[oa]s|a medianoche|a las \\d|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos))',
      ),
    },
    { signal: 'conclusion', type: 'decision', pattern: /^(?:acordado|decidido|decisión)(?: [^:]{0,40})?:/iu },
    {
      signal: 'standing',
      type: 'rule',
      pattern: /^(?:nada de|ningún|ninguna|sin) [\p{L}-]+(?: [\p{L}-]+)? (?:en|sin|para)(?![\p{L}])/iu,
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:comentarios|commits|mensajes(?: de commit)?|variables|nombres|documentación|logs|tests|errores) [^.;:]{0,40}en (?:inglés|español|minúsculas|mayúsculas|singular|plural)',
      ),
    },
    {
      signal: 'standing',
      type: 'preference',
      pattern: clause(
        '(?:por favor,? )?(?:pregúntame|consúltame|avísame|dime) (?:siempre|antes|primero)|en caso de duda [^.;:]{3,}|(?:cada vez|siempre) que (?:cambies|añadas|toques|crees|escribas) ',
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?:se guardan?|se almacenan?|están guardad[oa]s|se miden?|se expresan?) (?:siempre )?(?:en|sin|con|como) |no tenemos (?!tiempo|idea|ganas|tests?)|solo tenemos |(?:producción|staging|el (?:cluster|cliente|servidor|banco|ci)) (?:no (?:tiene|puede|admite|soporta)|solo (?:tiene|acepta|admite|soporta))|hace falta [^.;:]{3,80}(?:si no|para)',
      ),
    },
    {
      signal: 'standing',
      type: 'procedure',
      named: true,
      pattern: words(
        '(?:para (?:desplegar|compilar|arrancar|probar|lanzar)|se (?:lanzan?|ejecutan?|despliegan?|compilan?|arrancan?)|(?:lanzamos|ejecutamos|desplegamos|compilamos|arrancamos)) [^;]{2,100}',
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words('(?:es|está|son|están) [^.;:]{0,60}(?:a propósito|adrede|intencionad[oa])|por razones históricas'),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:hay que|debe|deben|tiene que|tienen que|necesita|necesitan) .{2,120}(?:si no|de lo contrario)|(?:usa|utiliza|pon|escribe|mejor usa) .{2,80} en (?:tod[oa]s?|cualquier)|no .{2,60} (?:nunca más|a mano)|no (?:vuelvas a|uses más|propongas más)',
      ),
    },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        '(?:hemos|se ha|se han) (?:movido|renombrado|migrado|sustituido|reemplazado|dejado de usar|cambiado|pasado|eliminado|trasladado)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:van|va|se escriben|se escribe|se nombran|se llaman) (?:siempre |todos |todas )?en (?:inglés|español|minúsculas|mayúsculas|singular|plural|camelcase|snake_case|kebab-case)',
      ),
    },
    {
      signal: 'standing',
      type: 'preference',
      pattern: words(
        'tutéame|trátame de|(?:sin|omite|ahórrate) (?:los |las )?(?:resúmenes|explicaciones|introducciones)|respuestas más (?:cortas|breves)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:a partir de (?:ahora|hoy)|de ahora en adelante|desde ahora|en adelante|en el futuro|de aquí en adelante)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        '(?:nunca|jamás) (?!(?:mejor|más|había|he|ha|hemos|se ve|aparece|funciona|pasa|llega|carga)(?![\\p{L}]))\\p{L}+(?:e|es|as|a|en|an|amos|emos)',
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        `(?:${IMPERATIVES}) (?:[^.;:]{1,60} )?(?:siempre|nunca|jamás)|siempre (?:${IMPERATIVES}|debes|debe|deben|hay que|se debe|usamos|usa|en)|(?:en este proyecto|aquí) [^.;:]{1,80}`,
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:deben?|hay que|tienen? que|se debe|debes|tienes que|no se (?:puede|debe)|debemos) (?:\\p{L}+ ){0,3}?(?:siempre|nunca|jamás|solo|sólo)|(?:siempre|nunca) (?:se )?(?:deben?|hay que|tienen? que)|sin excepci(?:ón|ones)|(?:está|están) (?:terminantemente )?(?:prohibid[oa]s?|vetad[oa]s?)|es obligatori[oa]|son obligatori[oa]s',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:tod[oa]s (?:l[oa]s )?|cada )(?:nuev[oa] )?\\p{L}+(?: \\p{L}+){0,3} (?:deben?|tienen? que|necesitan?|llevan?)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        '(?:usa|utiliza|emplea|pon|escribe) (?!(?:un|una|este|esta|ese|esa|el otro|la otra|aquí)(?![\\p{L}]))[^.;:]{1,80}?(?:,| y| en lugar de| en vez de)(?: no| nunca)? \\S+',
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:nosotros )?(?:usamos|utilizamos|decimos|escribimos|llamamos) [^.;:]{1,80}?(?:,| y|en lugar de|en vez de) (?:no|nunca|jamás)? ?\\S+|no (?:usamos|utilizamos|hacemos|permitimos|aceptamos) [^.;:]{2,80}|nuestra (?:convención|norma|política|regla)',
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        '(?:hemos|habíamos) (?:decidido|acordado|optado|elegido)|(?:decidimos|acordamos|optamos|elegimos) (?!ayer)|se (?:ha )?(?:decidi(?:ó|do)|acord(?:ó|ado))|nos (?:quedamos con|pasamos a|cambiamos a)|vamos a (?:usar|pasar a|quedarnos con|dejar) [^.;:]{2,80} (?:porque|ya que|en lugar de|en vez de)|la razón (?:por la que|de que) [^.;:]{3,100} es',
      ),
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        'prefiero (?!(?:el primero|el segundo|la primera|la segunda|esta|este|esa|ese)(?![\\p{L}]))|(?:no )?me gustan? (?:más |que )|odio|detesto|no quiero (?:ver )?\\p{L}+s|siempre quiero|llámame',
      ),
    },
  ],
  orders: begins(
    '(?:nunca|siempre|no (?:uses|utilices|pongas|hagas|escribas|toques|añadas|borres|cambies)|usa|utiliza|pon|haz|escribe|evita|ejecuta|mantén|pregunta)',
  ),
  reason: words('porque|ya que|puesto que|debido a|para que|la razón|de lo contrario|si no,'),
  because: words('porque|ya que|puesto que|debido a|para que'),
  contrast: words(
    '(?:es|son|está|están|viene|vienen|corre|usa|usamos|va|van|se llama|se calcula) .{2,100}(?:,| y| sino) (?:no|en lugar de|en vez de) \\S+',
  ),
  states: words('(?:usamos|tenemos|utilizamos|hacemos|guardamos|desplegamos)|aquí (?:no )?se|no hay ningún'),
  question:
    /\?\s*$|^¿|^(?:por qué|qué|cómo|cuándo|dónde|quién|cuál|puedes|podrías|debería(?:mos)?)(?![\p{L}])(?!.*[.:] )/iu,
  hypothetical: words(
    'quizás?|tal vez|a lo mejor|y si|si (?:decidi\\p{L}+|nunca|siempre|usáramos|tuviéramos)|sería|podría(?:mos)?|creo que|supongo|imagina|supongamos|probablemente|deberían',
  ),
  hearsay: words(
    '(?:documentación|manual|artículo|blog|compañer[oa]|jefe|jefa|cliente|alguien|gente|stack ?overflow|guía) (?:\\p{L}+ )?(?:dice|dicen|dijo|recomienda|sugiere|afirma|cree|opina)|(?:dice|dicen|dijo|disse|comentó|escribió|afirma) que|según|supuestamente|he leído|leí que',
  ),
  passing: words(
    'por ahora|de momento|por el momento|esta vez|solo (?:esta vez|hoy|aquí|por hoy)|temporalmente|en (?:este|esta) (?:pr|rama|commit|archivo|función|cambio|caso|clase|método|prueba)|para (?:este|esta) (?:pr|prueba|caso|cambio)|hoy|mañana|hasta que|más tarde|luego lo',
  ),
  oneWork: words(
    '(?:en|para|de|con|durante) est[ea] (?:pr|pull request|mr|rama|tarea|ticket|sesión|conversación|cambio|commit|función|funcionalidad|sprint)|y nada más$',
  ),
  complaint: words(
    'cuando (?:hago|pulso|ejecuto|abro|guardo|la|el)|actualmente|falla(?:n)?|siempre pasa|no funciona|nunca (?:aparece|funciona|carga|llega|termina)|roto|vací[oa]|el mismo error|se (?:cuelga|rompe|cae)|el (?:usuario|sistema|botón) (?:debe|siempre|nunca)',
  ),
  product:
    /^(?:el|la|este|esta|cada usuario|los usuarios) (?:[\p{L}-]+ ){0,2}(?:debe|deben|debería|tiene que|puede)(?![\p{L}])|^(?:hay que|quiero que) (?:arreglar|corregir|cambiar|terminar|el|la)(?![\p{L}])/iu,
  request:
    /^(?:por favor,? |puedes |podrías )*(?:escribe (?:un|una|el|la|en)|traduce|explica(?!me siempre)|resume|redacta|genera|crea|implementa|arregla|corrige|revisa|busca|muestra|añade|agrega|prepara|haz commit|describe|compara)(?![\p{L}])(?!.{0,60}(?:a partir de ahora|en adelante))/iu,
  context: begins('en|para|cuando|si|al|antes|después|con|sin|desde|porque|mientras|según|cada|tod[oa]s?|por|como'),
  tails:
    /[,;:.–—(-]\s*(?:(?:y|así que|pero) )?(?:por favor,? )?(?:(?:corrige|arregla|cambia|actualiza|revierte|restaura|ajusta|corrígelo|arréglalo|cámbialo) ?[^,;:]{0,60}|por favor|gracias|vale|ok|como siempre|te (?:olvidaste|has olvidado)[^,;:]*)$/iu,
  dangling:
    /^(?:(?:eso|esto|ello|él|ella|ellos|ellas|lo) (?:es|son|está|están|debe|deben|tiene|hay|va|se)(?![\p{L}])|(?:nunca|siempre|no) (?:lo|la|los|las) \p{L}+|(?:hazlo|úsalo|úsala|ponlo)(?![\p{L}]))/iu,
  document: words(
    'correos?|siguientes?|abajo|formato|e-?mail|mensaje|texto|especificación|requisitos?|ticket|logs?|registro|errores?|traza|documento|documentación|archivo|fichero|readme|prompt|artículo|issue|comentario|chat|salida|código|diff|párrafo|sección|transcripción|descripción',
  ),
  ground: words(
    'a partir de ahora|en adelante|(?:estas |las |unas |algunas )?reglas|normas|convenciones|recuerda|ten en cuenta',
  ),
  project: words(
    'nosotros|nuestr[oa]s?|usamos|tenemos|este (?:proyecto|repositorio|repo)|el (?:equipo|proyecto|repo|repositorio)|producción|pruebas',
  ),
  person: words(
    'responde(?:me|r)?|respóndeme|contesta(?:me)?|contéstame|respuestas?|explica(?:me|ciones)?|explícame|resúmenes|en español|en inglés|idioma|yo|me|mi|mis|prefiero|llámame|breve|cort[oa]s?|tutéame',
  ),
};
