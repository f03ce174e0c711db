// How common a term is before anything is known of a vault: the share of developers' notes that hold it. In a vault of three memories
// every word looks rare; this table is what still tells `run` from `blue-green`. English shares after the notes of three public
// collections (jbranchaud/til, MIT; awesome-copilot, MIT, and awesome-cursorrules, CC0; tldr-pages, CC BY 4.0), rounded to four steps;
// words that requests are made of, and other languages', by hand.
//
// Plain strings that are searched, not sets: building a set of a thousand words costs a cold process 0.3 ms, a search in one of these 0.3 µs.

/** The share of a term that stands in no table. */
export const RARE = 0.004;

/** Shares by the digit that follows a stem in the table. */
const STEPS: Record<string, number> = { 1: 0.3, 2: 0.12, 3: 0.06, 4: 0.025 };

/** Stems by their first letter. */
const SHARES: Record<string, string> = {
  a: ' accept4 account4 acikla3 across4 action3 activ3 actual3 add2 addit4 address4 adicion3 after2 again2 against4 agent4 aggiung3 agreg3 ajout3 ajouter3 all1 alle3 allow3 alreadi4 also2 alway2 anad3 analysi4 ander3 andern3 ani2 anoth2 api2 app2 appli3 applic2 approach3 appropri4 architectur4 archiv3 archivo3 argument4 arquiv3 ask3 async4 attribut4 authent4 author4 automat4 avail2 avoid3 ',
  b: ' back2 base2 basic4 befor2 behavior4 benutz3 best2 bestand3 better2 big3 bit3 bitt3 block3 both3 branch4 break3 broken3 browser4 bug2 build2 built4 bul3 ',
  c: ' cach4 call3 can1 case2 caus3 chang2 check2 citi4 class2 clear3 cli3 client3 code1 codic3 codig3 collect4 column4 com3 command1 comment4 commit4 common4 complet3 complex3 compon3 condit4 config3 configur2 confirm4 connect3 consist4 const4 contain3 content3 context2 continu3 control3 convent3 convert4 copi4 core3 correct2 correg3 corregg3 corrig3 count4 countri4 crea3 crear3 creat2 create1 cree3 creer3 criar3 critic4 current2 custom2 ',
  d: ' data1 date4 datei3 day3 db4 debug4 def4 default2 defin3 definit4 delet4 depend2 deploy4 describ4 descript3 design3 detail2 detect4 determin4 dev3 develop2 differ2 direct3 directori2 display2 do1 doc2 document2 done3 dosya3 down4 duzelt3 ',
  e: ' each2 edit4 effect4 ekle3 element4 email4 enabl3 encontr3 encuentr3 end3 endpoint4 engin4 ensur3 entri4 environ3 erklar3 erklaren3 err3 erreur3 error2 event4 ever2 everi3 everyth2 exact4 exampl2 except4 execut2 exist2 expect4 expert3 explain2 explic3 explicit3 expliqu3 export4 extens4 extern4 extract4 ',
  f: ' fai3 fail3 failur4 fair3 fait3 fals4 famili4 fare3 faz3 fazer3 featur2 feed3 feel4 fehl3 fehler3 fetch4 fichier3 field4 file1 filter4 find2 finden3 finish3 first2 fix2 flag3 flow4 focus3 folder4 follow1 fonction3 fonksiyon3 form4 format2 fout3 framework3 friend4 full3 funca3 funcion3 functi3 function2 funktion3 funzion3 ',
  g: ' gebruik3 general4 generat2 get1 git3 github3 give2 given4 global4 go2 goal4 good2 goster3 group3 guid4 guidanc4 gut3 ',
  h: ' hac3 hacer3 handl2 happen3 hata3 head4 help1 here3 high4 hinzufug3 histori4 home4 host4 hous4 html3 http3 https3 ',
  i: ' id3 identifi3 imag3 implement2 import2 improv4 includ2 index4 info4 inform3 initi4 input2 instal3 instanc3 instead2 instruct3 integr3 interact3 interfac4 issu2 item4 ',
  j: ' java4 javascript4 js4 json3 ',
  k: ' keep2 key2 kind3 know2 kod3 kullan3 ',
  l: ' languag3 larg4 lass3 lassen3 last3 latest4 lauf3 laufen3 learn4 let2 level3 librari4 life4 like1 limit3 line2 link4 list1 live4 load3 local3 locat4 log3 logic3 long3 look2 lot3 love4 ',
  m: ' mach3 machen3 main3 maintain3 mak3 make1 man3 manag2 mani2 map4 match3 md3 mean3 meet4 messag3 method3 might3 minim4 miss4 mode3 model3 modifi4 modul3 month3 montr3 more1 mostr3 move3 much2 muestr3 multipl3 must3 ',
  n: ' name1 nation4 need1 network4 neu3 neue3 neuen3 never2 new1 next3 nieuw3 no1 node4 not1 note3 nouveau3 nouvel3 nov3 now2 nuev3 null4 number2 nuov3 ',
  o: ' object3 off4 old3 one1 onli2 only1 open2 oper3 optim3 option2 order3 ordn3 org3 organ4 other2 out1 output2 over2 own4 ',
  p: ' packag2 page3 paramet4 pars4 part3 pass3 path1 pattern2 people3 person3 place3 plan4 platform4 play4 please1 point3 possibl4 post4 power4 practic2 prefer2 present4 primari4 principl4 print3 problem2 process2 produc4 product3 progett3 program3 proje3 project2 projekt3 projet3 properti4 provid2 proyect3 prueb3 public4 purpos4 put2 py4 python4 ',
  q: ' qualiti4 queri3 question2 quick3 ',
  r: ' react4 read2 readabl4 ready3 realli3 reason3 recommend4 record3 refer2 relat3 relev4 remov3 render4 replac4 repo4 report4 repositori3 request3 requir2 resourc3 respons3 result2 return2 review3 right2 role4 root4 rout4 rule3 run1 runtim4 ',
  s: ' safe4 said3 same2 save4 say3 schema4 schreib3 schreiben3 scope4 script2 search3 second4 section4 secur3 see1 seem3 select3 separ3 server3 servic3 session3 set1 setup3 share4 shell4 short3 show2 side3 simpl3 singl3 size4 skill4 skip4 small3 solut4 someth2 sort3 sourc2 space4 special4 specif1 specifi2 spieg3 src4 stack4 standard3 start2 state2 statement4 static4 status3 step2 still2 stop3 store4 strategi4 string3 structur2 style3 such3 suchen3 suggest4 support3 sure2 syntax4 system2 ',
  t: ' tabl3 tag4 take2 talk4 target3 task3 team4 tell2 templat3 termin4 test2 tester3 text3 then2 there2 thing1 think2 through3 time1 titl4 today3 toevoeg3 token4 tomorrow3 tool2 toon3 top4 track4 tri2 trigger4 trouv3 trov3 true3 ts4 two3 txt4 type1 typescript4 ',
  u: ' ui4 uitleg3 under4 understand2 unit4 up1 updat2 url3 usag3 usar3 use1 user1 util3 utilis3 utiliz3 ',
  v: ' valid2 valu2 variabl3 verifi3 version2 verwend3 verwenden3 via4 view3 vind3 vs4 ',
  w: ' want1 war4 watch4 water4 way1 web3 week3 well2 when1 whole3 will1 window4 with1 within4 without2 work1 workflow3 world4 write2 wrong3 ',
  y: ' yap3 year3 yeni3 yesterday3 ',
  z: ' zeig3 zeigen3 ',
  в: ' все3 ',
  д: ' добав3 ',
  з: ' запуска3 запуст3 ',
  и: ' измен3 использова3 исправ3 ',
  к: ' код3 ',
  м: ' может3 ',
  н: ' найд3 напиш3 нов3 нужн3 ',
  о: ' объясн3 ошибк3 ',
  п: ' покаж3 помог3 провер3 проект3 ',
  р: ' работа3 ',
  с: ' сдела3 созда3 ',
  т: ' тест3 тестирован3 ',
  ф: ' файл3 функц3 ',
  х: ' хоч3 ',
};

/** Pairs that requests in Chinese, Japanese and Korean are made of. */
const PAIRS =
  ' 文件 项目 测试 运行 代码 函数 错误 修改 添加 修复 使用 创建 查看 帮我 需要 现在 一个 可以 这是 没有 所有 进行 実行 テス スト ファ ァイ イル コー ード エラ ラー 関数 追加 修正 確認 使用 作成 変更 方法 教え えて 必要 ' +
  '파일 코드 테스 스트 오류 함수 추가 수정 실행 사용 확인 프로 로젝 젝트 ';

/**
 * Words by which a person answers an agent: acknowledgement, thanks, go on. A prompt made of these alone asks for nothing, whatever a
 * vault holds. Function words are gone before; English ones as stems, others as their stemmers leave them or as they stand.
 */
const REPLIES =
  ' ok okay okey k kk yes yeah yep yup y no nope n sure thank thanks thx ty great good nice perfect awesom cool fine excel wonder go goe ahead continu proceed next keep carri do done it look lgtm right correct exact agre agreed ' +
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
  '네 예 아니 니요 계속 속해 해줘 감사 사합 합니 니다 고마 마워 워요 좋아 아요 좋습 습니 알겠 겠습 맞아 맞습 그래 진행 ';

/** The share of notes that hold a term, 0–1. */
export function commonness(term: string): number {
  const first = term.charCodeAt(0);
  if (first >= 0x30 && first < 0x3a) return term.length === 1 ? STEPS[2]! : term.length === 2 ? STEPS[4]! : RARE;
  if (first >= 0xe00)
    return PAIRS.includes(` ${term} `) ? STEPS[3]! : term.length === 2 ? pairShare(first, term.charCodeAt(1)) : RARE;
  const stems = SHARES[term[0]!];
  const at = stems === undefined ? -1 : stems.indexOf(` ${term}`);
  // Digits sort before letters, so a stem comes before the longer ones that begin with it.
  return at < 0 ? RARE : (STEPS[stems![at + term.length + 1]!] ?? RARE);
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
  return REPLIES.includes(` ${term} `);
}
