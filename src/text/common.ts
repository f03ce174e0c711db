// How common a term is before anything is known of a vault: the share of developers' notes that hold it. In a vault of three memories
// every word looks rare; this table is what still tells `run` from `blue-green`. English shares after the notes of three public
// collections (jbranchaud/til, MIT; awesome-copilot, MIT, and awesome-cursorrules, CC0; tldr-pages, CC BY 4.0), rounded to four steps;
// words that requests are made of, and other languages', by hand.

/** The share of a term that stands in no table. */
export const RARE = 0.004;

const STEPS: readonly (readonly [share: number, stems: string])[] = [
  [
    0.3,
    'use file name create specif path code user run type list do need data command get follow set new want make help work can will not all with when up out no time way thing see like one only more ' +
      'please',
  ],
  [
    0.12,
    'creat onli sourc current output includ default requir check provid first valu project exampl start chang manag test function befor pattern version api document detail structur configur each error add tool doc base ' +
      'key directori write format script generat updat context implement specifi refer exist valid develop option display app depend without other build read input alway handl system result class applic packag ' +
      'case practic import instead line return open execut best number featur step process state avail custom prefer after ani 1 2 3 fix find look show go let tri know think bug issu problem question someth everyth ' +
      'same differ right good correct better still now again back also then anoth other well much mani ever never keep put take give tell explain understand sure there over',
  ],
  [
    0.06,
    'server method instal compon descript request log oper content contain string must respons call support defin over task end direct clear model local object select text queri singl variabl action environ workflow ask ' +
      'standard inform mode control secur multipl avoid rule search match interact everi complet here design level status identifi through target config ensur focus servic messag style true instruct flag web url integr ' +
      'http block appli product explicit note load repositori verifi expert convent util usag two review languag dev full tabl logic setup activ page instanc optim pass imag allow remov resourc modul maintain framework ' +
      'connect enabl approach client templat next point record both cli session relat separ complex limit view html json md core github git org com https id order group print part program feed fail chang 4 5 6 7 8 9 0 10 ' +
      'bit lot move stop continu done finish ready wrong broken break caus reason happen mean say said might seem actual realli quick simpl short long big small last old main whole part place side kind sort day week ' +
      'today yesterday tomorrow year month people person man',
  ],
  [
    0.025,
    'architectur via skill typescript commit python scope agent appropri recommend syntax principl librari schema expect javascript common plan consist organ paramet size ui react deploy interfac map behavior guid ' +
      'initi public store field date high edit argument given save render link java across node effect delet latest share locat filter authent alreadi confirm report index event root window within primari extens critic ' +
      'const miss analysi shell item relev under post platform async improv readabl minim second addit built qualiti definit fetch vs fals tag section flow count role purpos possibl column exact power rout modifi form ' +
      'strategi describ produc null properti comment present host except titl static own extern cach export automat engin top debug network down copi suggest replac against statement extract unit convert termin token src ' +
      'global general folder space skip info determin track repo detect off put special element accept email collect failur browser author guidanc branch condit account safe stack goal solut attribut side learn basic ' +
      'address team small endpoint runtim head continu entri larg pars def trigger txt py js ts db ' +
      'world life home live love feel friend famili talk call name number call play show watch meet plan hous water citi countri state nation war histori',
  ],
];

/** Requests and common words of other languages, as their stemmers and the English one leave them; a share for all. */
const FOREIGN_SHARE = 0.06;
const FOREIGN =
  'datei date ordn projekt test lauf laufen lass lassen mach machen schreib schreiben fehl fehler funktion bitt zeig zeigen erklar erklaren find finden such suchen neu neue neuen alle gut andern ander hinzufug benutz verwend verwenden ' +
  'fichier projet tester erreur fonction code cree creer fair fait ajout ajouter corrig montr expliqu trouv nouveau nouvel utilis ' +
  'archiv archivo proyect prueb error funcion codig hac hacer agreg anad correg muestr explic encuentr nuev utiliz usar crear ' +
  'arquiv projet test err funca codig faz fazer adicion corrig mostr expliqu encontr nov usar criar ' +
  'file progett test error funzion codic fare fai aggiung corregg mostr spieg trov nuov usar crea ' +
  'bestand project fout functi mak toevoeg toon uitleg vind nieuw gebruik ' +
  'dosya proje hata fonksiyon kod yap ekle duzelt goster acikla bul yeni kullan ' +
  'файл проект тест тестирован запуст запуска ошибк функц код сдела добав исправ покаж объясн найд нов использова нужн хоч может помог работа напиш созда измен провер все';

/** Pairs that requests in Chinese, Japanese and Korean are made of. */
const PAIRS =
  '文件 项目 测试 运行 代码 函数 错误 修改 添加 修复 使用 创建 查看 帮我 需要 现在 一个 可以 这是 没有 所有 进行 実行 テス スト ファ ァイ イル コー ード エラ ラー 関数 追加 修正 確認 使用 作成 変更 方法 教え えて 必要 ' +
  '파일 코드 테스 스트 오류 함수 추가 수정 실행 사용 확인 프로 로젝 젝트';

/**
 * Words by which a person answers an agent: acknowledgement, thanks, go on. A prompt made of these alone asks for nothing, whatever a
 * vault holds. Function words are gone before; English ones as stems, others as their stemmers leave them or as they stand.
 */
const REPLIES =
  'ok okay okey k kk yes yeah yep yup y no nope n sure thank thanks thx ty great good nice perfect awesom cool fine excel wonder go goe ahead continu proceed next keep carri do done it look lgtm right correct exact agre agreed ' +
  'sound work well now on up yes pleas perfect super hi hello hey morn even bye stop wait cancel undo retri again tri more approv confirm accept absolut definit cours alright welcom sorri oop hmm hm ah oh wow amaz fantast brilliant ' +
  'love all set ship got understood see know that not yet first one second let much lot clear compact exit quit help ' +
  'ja nein dank danke dankeschon gut weiter weit mach machen passt prima genau richtig klar einverstanden los fertig okay super toll hallo bitt stimmt ' +
  'oui non merci continu parfait vas bien accord allez daccord super bonjour salut ' +
  'si no gracias graci val vale continu continua sigue sig adelant perfect bien claro clar hola acuerd listo list ' +
  'grazie grazi va bene ben continua continu avanti avant perfetto perfett certo cert ciao esatto ' +
  'sim nao pode pod obrigado obrigada obrig continue continu pode perfeito perfeit certo cert otimo otim beleza ' +
  'bedankt dank dankjewel prima goed ga gaan door verder graag klopt ' +
  'evet hayir tamam tamamdir tesekkurl tesekkurler tesekkur devam et ederim olur guzel harika sagol merhaba ' +
  'да нет ок окей хорош спасиб продолжа продолж дальш дава пожалуйст отличн понятн ясн верн правильн супер соглас готов ага угу точн привет ладн класс ' +
  'نعم لا شكر حسن حسنا تابع استمر تمام موافق ممتاز جيد اكمل شكرا مرحبا ' +
  '好 好的 好吧 继续 繼續 谢谢 謝謝 可以 行 对 對 是 是的 没问 问题 沒問 問題 不错 很好 多谢 嗯 明白 知道 道了 同意 收到 请继 的继 对的 完成 ' +
  'はい いい いえ いいえ 続け けて てく くだ ださ さい 続行 了解 あり りが がと とう うご ござ ざい いま ます お願 願い いし しま ます オッ ッケ ケー 大丈 丈夫 夫で です すね 完璧 ください ' +
  '네 예 아니 니요 계속 속해 해줘 감사 사합 합니 니다 고마 마워 워요 좋아 아요 좋습 습니 알겠 겠습 맞아 맞습 그래 진행';

let shares: Map<string, number> | undefined;

function table(): Map<string, number> {
  if (shares) return shares;
  shares = new Map();
  for (const [share, stems] of STEPS)
    for (const stem of stems.split(' ')) if (!shares.has(stem)) shares.set(stem, share);
  for (const stem of `${FOREIGN} ${PAIRS}`.split(' ')) if (!shares.has(stem)) shares.set(stem, FOREIGN_SHARE);
  return shares;
}

/** The share of notes that hold a term, 0–1. */
export function commonness(term: string): number {
  return table().get(term) ?? (term.length === 2 ? pairShare(term.charCodeAt(0), term.charCodeAt(1)) : RARE);
}

/** Pairs with kana in them are grammar or the inside of a loan word far more often than a subject. */
function pairShare(a: number, b: number): number {
  if (isHiragana(a) && isHiragana(b)) return 0.1;
  if (isHiragana(a) || isHiragana(b)) return 0.02;
  return isKatakana(a) && isKatakana(b) ? 0.03 : RARE;
}

function isHiragana(c: number): boolean {
  return c >= 0x3040 && c < 0x30a0;
}

function isKatakana(c: number): boolean {
  return c >= 0x30a0 && c < 0x3100;
}

let replies: Set<string> | undefined;

/** Whether a term is a word of acknowledgement. */
export function isReply(term: string): boolean {
  replies ??= new Set(REPLIES.split(' '));
  return replies.has(term);
}
