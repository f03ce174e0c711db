import { begins, type Cues, clause, leads, NOTHING, words } from './cues.ts';

const JOINS = 'mas|e|então|por isso|senão';
/** Of Portugal (`usa`, `não edites`) and of Brazil (`use`, `não edite`). */
const IMPERATIVES =
  'us[ae]|utiliz[ae]|empreg[ae]|escrev[ae]|respond[ae](?:-me)?|me respond[ae]|coloc[ae]|põe|ponha|bota|faz|faça|rod[ae]|execut[ae]|corr[ae]|adicion[ae]|cri[ae]|cham[ae]|guard[ae]|salv[ae]|mantém|mantenha|evit[ae]|verific[ae]|test[ae]|inclu[ia]|expli(?:ca|que)(?:-me)?|pergunt[ae](?:-me)?|abr[ae]|deix[ae]';
const NOT_TO =
  'não (?:us|utiliz|edit|modifi(?:c|qu)|alter|mex|toqu|toc|coloqu|coloc|faç|faz|escrev|adicion|apagu|apag|remov|commit|envi|respond|cri|tradu[zs]|mud|invent|instal|rod|execut)(?:a|e|as|es|am|em)?';

export const pt: Cues = {
  language: 'pt',
  leads: leads(
    'ok|certo|bom|muito bom|ótimo|perfeito|beleza|legal|fixe|obrigad[oa]|valeu|sim|oi|olá|olha|outra coisa|uma coisa|mais uma coisa|além disso|também|e|mas|aliás|a propósito|por favor|ah|eh|como sempre|importante|primeiro|segundo|por último|ficou (?:bom|ótimo|perfeito)|está bem|tá bom|então',
  ),
  henceforth: NOTHING,
  corrects: begins(
    '(?:não|errado|incorreto|na verdade|isso (?:está errado|não (?:é|está) (?:assim|certo|correto)))(?=[,.:;!–—-])',
  ),
  wrong: /^(?:não|errado|incorreto|isso (?:está errado|não (?:é|está) (?:assim|certo|correto)))$/iu,
  remember: begins(
    '(?:(?:por favor,? )?(?:lembr[ae](?:-te|-se)?(?: de)?|te lembra|tenha em mente|tem em (?:mente|conta)|tenha em conta|anot[ae](?: aí)?|não (?:te )?esque(?:ças|ça)(?: de)?|tom[ae] nota)(?: que|:|,)|(?:para (?:tua|sua) informação|para constar|nota|importante(?=[:!])|(?:cuidado|atenção)(?=[:!,])|aviso|só para saberes)[,:]?)',
  ),
  rememberThat:
    /^(?:por favor,? )?(?:lembr[ae](?:-te|-se) disso|anot[ae] isso|não (?:te )?esque(?:ças|ça)(?: disso)?|sempre|nunca|sem exceções|sem exceção)(?:,? por favor)?$/iu,
  rememberBehind:
    /[,.;–-] (?:(?:e |por favor,? )*(?:lembr[ae](?:-te|-se) disso|anot[ae] isso|não (?:te )?esque(?:ças|ça)(?: disso)?)|para (?:tua|sua) informação)$/iu,
  cues: [
    {
      signal: 'preference',
      type: 'preference',
      pattern: words('(?:eu )?(?:uso|utilizo|trabalho (?:no|na|em|com)) [^;:]{2,40},? (?:então|por isso)'),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        'antes de (?:cada |fazer |um |qualquer )?(?:commit|push|merge|deploy|publicar|mexer|alterar|apagar|mudar) [^.;:]{2,}',
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?:é|são) (?:\\p{L}+ )?(?:todas as|todos os|a cada|cada) [^.;:]{2,}|(?:roda|corre|reinicia|acontece)(?:m)? [^.;:]{0,30}(?:todas as|todos os|a cada|à meia-noite|às \\d|às (?:segundas|terças|quartas|quintas|sextas))',
      ),
    },
    {
      signal: 'conclusion',
      type: 'decision',
      pattern: words(
        '(?:nós )?(?:decidimos|optamos|acordamos|combinamos|escolhemos|resolvemos) (?!ontem)|(?:ficou|foi) (?:decidido|combinado|acordado)|vamos (?:ficar com|usar|passar para|migrar para) [^.;:]{2,80} (?:porque|já que|em vez de|no lugar de)',
      ),
    },
    { signal: 'conclusion', type: 'decision', pattern: /^(?:decidido|decisão|combinado|acordado)(?: [^:]{0,40})?:/iu },
    {
      signal: 'conclusion',
      type: 'fact',
      pattern: words(
        '(?:migramos|movemos|renomeamos|substituímos|abandonamos)|(?:foi|foram) (?:movid|renomead|migrad|substituíd|removid)[oa]s?|de propósito|por razões históricas',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        'a partir de (?:agora|hoje)|de (?:agora|hoje|aqui) em diante|d(?:aqui|aí) (?:pra|para a) frente|daqui em diante|doravante|no futuro,? (?:use|usa|sempre|nunca|não)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        '(?:nunca|jamais) (?!(?:mais|vi|tinha|funciona|aparece|carrega|chega|termina|acontece|melhor)(?![\\p{L}]))(?:se )?\\p{L}+',
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        `(?:${IMPERATIVES}) (?:[^.;:]{1,60} )?(?:sempre|nunca|jamais)|sempre (?:${IMPERATIVES}|que (?:você|tu|criar|mudar|alterar)|usamos|em)|${NOT_TO} [^.;]{2,80}(?:, (?:use|usa|abr[ae]|faz|faça)|nunca|à mão|manualmente|direto|diretamente|mais)`,
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:deve|devem|deves|tem (?:de|que)|têm (?:de|que)|é preciso|precisa|precisam) (?:\\p{L}+ ){0,3}?(?:sempre|nunca|só|apenas)|(?:sempre|nunca) (?:se )?(?:deve|devem|tem (?:de|que))|sem exceç(?:ão|ões)|(?:é|são|está|estão) (?:terminantemente )?proibid[oa]s?|é obrigatóri[oa]|são obrigatóri[oa]s',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:tod[oa]s? (?:[oa]s? )?|cada )(?:nov[oa] )?\\p{L}+(?: \\p{L}+){0,3} (?:deve|devem|tem (?:de|que)|têm (?:de|que)|precisa|precisam)',
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: clause(
        `(?:us[ae]|utiliz[ae]|escrev[ae]|coloc[ae]) (?!(?:um|uma|este|esta|esse|essa|o outro|a outra|aqui)(?![\\p{L}]))[^.;:]{1,80}?(?:,| e| em vez de| no lugar de| ao invés de)(?: não| nunca)? \\S+`,
        JOINS,
      ),
    },
    {
      signal: 'standing',
      type: 'rule',
      pattern: words(
        '(?:nós )?(?:usamos|utilizamos|escrevemos|chamamos) [^.;:]{1,80}?(?:,| e|em vez de|no lugar de|aqui|neste projeto)(?: não| nunca)?|não (?:usamos|utilizamos|fazemos|permitimos|aceitamos) [^.;:]{2,80}|n(?:osso|este|esse) (?:projeto|repositório|repo|código),? [^.;:]{2,80}|nossa (?:convenção|regra|política)',
      ),
    },
    {
      signal: 'standing',
      type: 'fact',
      pattern: words(
        '(?:ficam?|são guardad[oa]s|estão guardad[oa]s) (?:sempre )?(?:em|no|na|nos|nas) \\S*[/.]|não temos (?!tempo|ideia)|só temos |(?:produção|staging|o (?:cluster|cliente|servidor|banco|ci)) (?:não (?:tem|pode|aceita|suporta)|só (?:tem|aceita|suporta))',
      ),
      named: true,
    },
    {
      signal: 'preference',
      type: 'preference',
      pattern: words(
        'prefiro (?!(?:o primeiro|o segundo|a primeira|a segunda|esta|este|essa|esse)(?![\\p{L}]))|(?:não )?gosto (?:mais )?(?:de|quando|que)|odeio|detesto|não quero (?:ver )?\\p{L}+s|quero sempre|sempre quero|me chame|chama-me',
      ),
    },
  ],
  orders: begins(`(?:nunca|sempre|${NOT_TO}|${IMPERATIVES})`),
  reason: words('porque|já que|pois|visto que|devido a|para que|por causa|senão,|caso contrário'),
  because: words('porque|já que|pois|visto que|devido a|por causa'),
  contrast: words(
    '(?:é|são|está|estão|vem|roda|usa|usamos|vai|vão|chama-se|se chama) .{2,100}(?:,| e| mas) (?:não|em vez de|no lugar de) \\S+|não é \\S+, (?:é|usamos|nós) .{2,}',
  ),
  states: words('(?:usamos|temos|utilizamos|fazemos|guardamos)|aqui (?:não )?se|não há nenhum'),
  question:
    /\?\s*$|^(?:por que|porque é que|o que|qual|quais|como|quando|onde|quem|pode(?:s|ria)?|consegue(?:s)?|deveria(?:mos)?|dá para)(?![\p{L}])(?!.*[.:] )/iu,
  hypothetical: words(
    'talvez|quem sabe|e se|se (?:a gente|nós|eu) |seria|poderia(?:mos)?|deveria(?:mos)?|devesse|acho que|suponho|imagina|digamos|provavelmente',
  ),
  hearsay: words(
    '(?:documentação|manual|artigo|blog|colega|chefe|cliente|alguém|pessoal|stack ?overflow|guia) (?:\\p{L}+ )?(?:diz|dizem|disse|recomenda|sugere|afirma|acha)|(?:diz|dizem|disse|comentou|escreveu) que|segundo (?:o|a)|supostamente|li que|ouvi dizer',
  ),
  passing: words(
    'por enquanto|por agora|por hora|desta vez|dessa vez|só (?:desta vez|hoje|aqui|por hoje)|temporariamente|n?(?:este|esta|esse|essa) (?:pr|branch|commit|ficheiro|arquivo|função|mudança|caso|classe|método|teste|tarefa)|hoje|amanhã|até que|mais tarde|depois a gente',
  ),
  oneWork: words(
    '(?:n|para |pra |d|durante |com )est[ea] (?:pr|pull request|mr|branch|ramo|tarefa|ticket|sessão|conversa|mudança|alteração|commit|funcionalidade|sprint)|(?:n|para |pra |d)ess[ea] (?:pr|branch|tarefa|ticket|sessão|mudança)|e mais nada$',
  ),
  complaint: words(
    'quando (?:eu )?(?:faço|clico|rodo|executo|abro|salvo|a|o)|atualmente|falha(?:m)?|não funciona|nunca (?:aparece|funciona|carrega|chega|termina)|quebrad[oa]|vazi[oa]|o mesmo erro|trava|demora|o (?:usuário|utilizador|sistema|botão) (?:deve|sempre|nunca)',
  ),
  product:
    /^(?:o|a|os|as|este|esta|esse|essa|cada usuário|os utilizadores) (?:[\p{L}-]+ ){0,2}(?:deve|devem|deveria|tem (?:de|que)|pode)(?![\p{L}])|^(?:quero que) (?:o|a)(?![\p{L}])/iu,
  request:
    /^(?:por favor,? |pode |podes |agora )*(?:escrev[ae] (?:um|uma|o|a|em)|traduz(?:a)?|explica(?!-me sempre)|resum[ae]|gera|gere|cri[ae]|implement[ae]|corrig[ei]|corrija|conserta|revis[ae]|procura|mostr[ae]|adicion[ae]|roda os|compar[ae]|descrev[ae])(?![\p{L}])(?!.{0,60}(?:a partir de agora|em diante))/iu,
  context: begins(
    'em|no|na|nos|nas|neste|nesta|para|quando|se|ao|antes|depois|com|sem|desde|porque|enquanto|cada|tod[oa]s?|por|como|a partir|de agora|daqui',
  ),
  tails:
    /[,;:.–—(-]\s*(?:(?:e|então|mas) )?(?:por favor,? )?(?:(?:corrig[ei]|corrija|muda|altera|atualiza|reverte|ajusta) ?[^,;:]{0,60}|por favor|obrigad[oa]|valeu|ok|como sempre|esqueceste[^,;:]*)$/iu,
  dangling:
    /^(?:(?:isso|isto|ele|ela|eles|elas) (?:é|são|está|estão|deve|devem|tem|vai|fica)(?![\p{L}])|(?:nunca|sempre|não) (?:o|a|os|as) \p{L}+[ae]s?(?![\p{L}])$)/iu,
  document: words(
    'abaixo|seguintes?|formato|e-?mail|mensagem|texto|especificação|requisitos?|ticket|logs?|registo|registro|erros?|documento|documentação|arquivo|ficheiro|readme|prompt|artigo|issue|comentário|chat|saída|código|diff|parágrafo|seção|secção|transcrição|descrição',
  ),
  ground: words(
    'a partir de agora|em diante|(?:estas |as |umas |algumas )?regras|normas|convenções|lembr[ae](?:-te|-se)?|tenha em mente',
  ),
  project: words(
    'nós|noss[oa]s?|usamos|temos|n?est[ea] (?:projeto|repositório|repo)|o (?:time|projeto|repo|repositório)|a equipa|a equipe|produção|staging',
  ),
  person: words(
    'respond[ae](?:-me|r)?|respostas?|expli(?:ca|que)(?:-me|ções)?|resumos?|em português|em inglês|idioma|eu|me|meu|minha|prefiro|breve|curt[oa]s?',
  ),
};
