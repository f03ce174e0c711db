// How common a term is before anything is known of a vault: the share of developers' notes that hold it. In a vault of three memories
// every word looks rare; this table is what still tells `run` from `blue-green`. English shares after the notes of three public
// collections (jbranchaud/til, MIT; awesome-copilot, MIT, and awesome-cursorrules, CC0; tldr-pages, CC BY 4.0), rounded to four steps;
// words that requests are made of, and other languages', by hand.
//
// Plain strings that are searched, not sets: building a set of a thousand words costs a cold process 0.3 ms, a search in one of these 0.3 µs.

import { spelled } from './scripts.ts';

/** The share of a term that stands in no table. */
export const RARE = 0.004;

/**
 * Shares by the digit that follows a stem in the table: 1 to 4. 5 to 8 are the same for everyday words, which say how something is asked
 * for or done, never what it is about.
 */
const STEPS = [0, 0.3, 0.12, 0.06, 0.025, 0.3, 0.12, 0.06, 0.025];
const EVERYDAY = 5;

/** Stems by their first letter. */
const SHARES: Record<string, string> = {
  a: ' accept8 acikla7 action3 activ3 actual7 add6 addit8 adicion7 after2 again6 aggiung7 agreg7 ajout7 ajouter7 all5 alle7 allow7 alreadi8 also6 alway6 anad7 ander7 andern7 ani6 anoth6 anyth7 api2 app2 appli7 applic2 approach3 archiv3 archivo3 arquiv3 ask7 avail6 avoid7 ',
  b: ' back6 base6 becaus6 becom7 befor6 begin7 benutz7 best6 bestand3 better6 big7 bit7 bitt7 block3 both7 branch4 break7 bring7 broken7 bug2 build2 bul7 ',
  c: ' call7 came7 can5 case2 caus7 chang6 check6 class2 clear7 cli3 client3 code1 codic3 codig3 com7 command1 commit4 complet7 complex3 compon3 config3 configur2 confirm8 connect3 consist8 contain7 content3 context2 continu7 control7 convent3 convert8 copi8 core3 correct6 correg7 corregg7 corrig7 count8 crea7 crear7 creat6 create1 cree7 creer7 criar7 current6 custom2 ',
  d: ' data1 datei3 day7 default2 defin3 delet8 depend6 deploy4 describ8 descript3 design3 detail2 determin8 dev3 develop2 did7 differ6 direct3 directori2 display6 do5 doc2 document2 done7 dosya3 down8 dure7 duzelt7 ',
  e: ' each6 edit8 effect8 ekle7 enabl7 encontr7 encuentr7 end7 enough7 ensur7 environ3 erklar7 erklaren7 err3 erreur3 error2 ever6 everi7 everyon8 everyth6 exact8 exampl2 execut6 exist6 expect8 expert3 explain6 explic7 explicit3 expliqu7 ',
  f: ' fai3 fail7 fair7 fait7 fare7 faz7 fazer7 featur2 feed3 feel8 fehl3 fehler3 fichier3 file1 find6 finden7 finish7 first6 fix6 flag3 focus7 follow5 fonction3 fonksiyon3 format2 found7 fout3 framework3 full7 funca3 funcion3 functi3 function2 funktion3 funzion3 ',
  g: ' gave8 gebruik7 general8 generat6 get5 git3 github3 give6 given8 go6 goal8 good6 goster7 group7 gut7 ',
  h: ' hac7 hacer7 handl6 happen7 hata3 hear7 help5 here7 high8 hinzufug7 hold7 html3 http3 https3 ',
  i: ' id3 identifi3 imag3 implement6 import2 improv8 includ6 inform7 input2 instal3 instanc3 instead6 instruct3 integr3 interact3 issu2 ',
  j: ' js8 json3 ',
  k: ' keep6 key2 kind7 know6 kod3 kullan7 ',
  l: ' languag3 larg8 lass7 lassen7 last7 later7 lauf7 laufen7 learn8 leav7 let6 level7 like5 limit3 line2 list5 load3 local3 log3 logic3 long7 look6 lot7 love8 ',
  m: ' mach7 machen7 made6 main7 maintain7 mak7 make5 man7 manag6 mani6 match7 mayb7 md7 mean7 meet8 messag3 method3 might7 miss8 mode3 model3 modifi8 modul3 month7 montr7 more5 mostr7 move7 much6 muestr7 multipl7 must7 ',
  n: ' name1 need5 neu7 neue7 neuen7 never6 new5 next7 nieuw7 no5 node4 not5 note3 noth7 nouveau7 nouvel7 nov7 now6 nuev7 number2 nuov7 ',
  o: ' object3 off8 often7 oh8 old7 one5 onli6 only1 open6 oper3 optim3 option2 order3 ordn7 org3 organ8 other6 out5 output2 over6 own8 ',
  p: ' packag2 page3 part7 pass7 path1 pattern2 peopl7 people3 perhap8 person7 place7 play8 please5 point7 possibl8 practic2 prefer6 present8 print3 problem6 process2 product3 progett3 program3 proje3 project2 projekt3 projet3 provid6 proyect3 prueb3 put6 py8 ',
  q: ' qualiti8 queri3 question6 quick7 ',
  r: ' rather8 read6 ready7 realli7 reason7 recommend8 record3 refer6 relat7 relev8 remov7 replac8 repositori3 request3 requir6 resourc3 respons3 result6 return2 review3 right6 rule3 run5 ',
  s: ' said7 same6 save8 say7 schreib7 schreiben7 script2 search3 secur3 see5 seem7 select7 separ7 server3 servic3 session3 set5 setup3 short3 show6 side7 simpl7 sinc7 singl7 skip8 small7 solut8 someon8 someth6 soon8 sort3 sourc2 special8 specif5 specifi6 spieg7 standard7 start6 state6 status3 stay7 step6 still6 stop7 string3 structur2 style3 such7 suchen7 suggest8 support7 sure6 system2 ',
  t: ' tabl3 take6 talk8 target3 task3 tell6 templat3 test2 tester3 text3 then6 there6 thing5 think6 thought8 through7 time5 today7 toevoeg7 told8 tomorrow7 took7 tool2 toon7 tri6 trouv7 trov7 true7 ts8 turn6 two7 txt8 type5 typescript4 ',
  u: ' uitleg7 under8 understand6 up5 updat6 url3 us5 usag7 usar7 use5 user1 util7 utilis7 utiliz7 ',
  v: ' valid6 valu2 variabl3 verifi7 version2 verwend7 verwenden7 via8 view7 vind7 ',
  w: ' want5 war8 watch8 way5 web3 week3 well6 went7 when5 whole7 will5 with5 within8 without6 work5 workflow3 write6 wrong7 ',
  y: ' yap7 year7 yeni7 yesterday7 yet7 ',
  z: ' zeig7 zeigen7 ',
};

/** Russian stems, spelled in ASCII (scripts.ts). */
const RUSSIAN =
  ' wse7 dobaw7 zapuska7 zapust7 izmen7 ispolxzowa7 ispraw7 kod3 movet7 najd7 napi{7 now7 nuvn7 ob"qsn7 o{ibk3 pokav7 ' +
  'pomog7 prower7 proekt3 rabota7 sdela7 sozda7 test3 testirowan3 fajl3 funkc3 ho~7 ';

/** Pairs that developers' Chinese, Japanese and Korean is full of: what things are, and what is done with them. Any two neighbours are one. */
const SUBJECTS =
  ' 文件 项目 测试 代码 函数 错误 テスト ファイル コード エラー 関数 方法 파일 코드 테스트 오류 함수 프로젝트 ';
const REQUESTS =
  ' 运行 修改 添加 修复 使用 创建 查看 帮我 需要 现在 一个 可以 这是 没有 所有 进行 実行 追加 修正 確認 作成 変更 教えて 必要 추가 수정 실행 사용 확인 ';

/**
 * Words by which a person answers an agent: acknowledgement, thanks, go on. A prompt made of these alone asks for nothing, whatever a
 * vault holds. Function words are gone before; English ones as stems, others as their stemmers leave them or as they stand.
 */
const REPLIES =
  ' ok okay okey k kk yes yeah yep yup y no nope n sure thank thanks thx ty great good nice perfect awesom cool fine ' +
  'excel wonder go goe ahead continu proceed next keep carri do done it look lgtm right correct exact agre agreed sound ' +
  'work well now on up pleas super hi hello hey morn even bye stop wait cancel undo retri again tri more approv confirm ' +
  'accept absolut definit cours alright welcom sorri oop hmm hm ah oh wow amaz fantast brilliant love all set ship got ' +
  'understood see know that not yet first one second let much lot clear compact exit quit help ja nein dank danke ' +
  'dankeschon gut weiter weit mach machen passt prima genau richtig klar einverstanden los fertig toll hallo bitt stimmt ' +
  'oui non merci parfait vas bien accord allez daccord bonjour salut si gracias graci val vale continua sigue sig adelant ' +
  'claro clar hola acuerd listo list grazie grazi va bene ben avanti avant perfetto perfett certo cert ciao esatto sim ' +
  'nao pode pod obrigado obrigada obrig continue perfeito perfeit otimo otim beleza bedankt dankjewel goed ga gaan door ' +
  'verder graag klopt evet hayir tamam tamamdir tesekkurl tesekkurler tesekkur devam et ederim olur guzel harika sagol ' +
  'merhaba ';
const RUSSIAN_REPLIES =
  ' da net ok okej horo{ spasib prodolva prodolv dalx{ dawa povalujst otli~n ponqtn qsn wern prawilxn super soglas gotow ' +
  'aga ugu to~n priwet ladn klass ';
const ARABIC_REPLIES = ' nEm lA $kr Hsn HsnA tAbE Astmr tmAm mwAfq mmtAz jyd Akml $krA mrHbA ';
const REPLY_PAIRS =
  ' 繼續 謝謝 可以 是的继续 没问题 沒問題 不错 很好的 好吧 多谢谢 明白 知道了解 同意 收到 请继 对的 完成 はいいえ 続けてくださいますね 続行 ありがとうございしま お願い オッケー 大丈夫です 完璧 계속해줘 감사합니요 ' +
  '고마워요 좋아니다 좋습니 알겠습 맞아요 맞습 그래 진행 ';
const REPLY_CHARACTERS = '好行对對是嗯네예';

/** The share of notes that hold a term, 0–1. */
export function commonness(term: string): number {
  const first = term.charCodeAt(0);
  if (first >= 0x30 && first < 0x3a) return term.length === 1 ? STEPS[2]! : term.length === 2 ? STEPS[4]! : RARE;
  if (first >= 0xe00) {
    if (term.length !== 2) return RARE;
    return SUBJECTS.includes(term) || REQUESTS.includes(term) ? STEPS[3]! : pairShare(first, term.charCodeAt(1));
  }
  return STEPS[digitOf(term)] || (isReply(term) ? STEPS[1]! : RARE);
}

/** Whether a term says only how something is asked for or done: `write`, `with`, `today`, `ok`. Another word has to tell what it is about. */
export function isEveryday(term: string): boolean {
  const first = term.charCodeAt(0);
  if (first >= 0xe00)
    return (
      isReply(term) ||
      (term.length === 2 && (REQUESTS.includes(term) || (isHiragana(first) && isHiragana(term.charCodeAt(1)))))
    );
  return digitOf(term) >= EVERYDAY || isReply(term);
}

/** What follows a stem in its table, 0 where it stands in none. */
function digitOf(term: string): number {
  const cyrillic = isCyrillic(term.charCodeAt(0));
  const stem = cyrillic ? spelled(term) : term;
  const stems = cyrillic ? RUSSIAN : SHARES[term[0]!];
  const at = stems === undefined ? -1 : stems.indexOf(` ${stem}`);
  // Digits sort before letters, so a stem comes before the longer ones that begin with it.
  const digit = at < 0 ? 0 : stems!.charCodeAt(at + stem.length + 1) - 48;
  return digit < STEPS.length ? digit : 0;
}

function isCyrillic(c: number): boolean {
  return c >= 0x400 && c < 0x530;
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

/** Whether a term is a word of acknowledgement. */
export function isReply(term: string): boolean {
  const first = term.charCodeAt(0);
  if (first < 0x400) return REPLIES.includes(` ${term} `);
  if (first >= 0xe00) return (term.length === 1 ? REPLY_CHARACTERS : REPLY_PAIRS).includes(term);
  return (isCyrillic(first) ? RUSSIAN_REPLIES : ARABIC_REPLIES).includes(` ${spelled(term)} `);
}
