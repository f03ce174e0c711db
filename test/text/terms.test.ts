import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { PROMPT_HEAD } from '../../src/text/clauses.ts';
import { AS_WRITTEN, documentTerms, languagesOf, QUERY_TERMS, queryOf, queryTerms } from '../../src/text/terms.ts';

const isStem = (term: string) => term[0] !== AS_WRITTEN;

describe('terms of documents', () => {
  const table: [text: string, terms: string][] = [
    // words
    ['Deploys to production', 'deploy to product'],
    ["don’t the user's files we'll", 'dont the user file we'],
    ['naïve café', 'naiv cafe'],
    ['ＡＢＣ ﬁle', 'abc file'],
    ['C# and C++, not C', 'c# and c++ not c'],
    ['PRs and URLs', 'pr and url'],
    // identifiers: parts, then the whole
    ['getUserById', 'get user by id getuserbyid'],
    ['get_user_by_id', 'get user by id getuserbyid'],
    ['get-user-by-id', 'get user by id getuserbyid'],
    ['XMLHttpRequest', 'xml http request xmlhttprequest'],
    ['src/index/impact.ts', 'src index impact ts impactt src/index/impactts'],
    ['C:\\Users\\me', 'c user me users/me'],
    ['foo::bar test:e2e', 'foo bar foo/bar test e2e test/e2e'],
    ['@scope/pkg', 'scope pkg scope/pkg'],
    ['better-sqlite3 sqlite3', 'better sqlite3 bettersqlite3 sqlite sqlite3'],
    ['k8s e2e', 'k8s e2e'],
    // versions, dates, codes, flags
    ['v1.2.3 node 20.20.2', 'v1 1.2.3 node 20 20 20.20.2'],
    ['2026-11-30', '2026 11 30 2026-11-30'],
    ['ERR_MODULE_NOT_FOUND TS2345', 'err modul not found errmodulenotfound ts2345'],
    ['git push --no-verify -f', 'git push no verifi noverifi --no-verify -f'],
    ['https://example.com/a-b', 'https exampl com examplecom ab examplecom/ab'],
    // other languages: stem, beginning, English stem where it differs
    ['Straße für Übergröße', 'strass stra* fur ubergross uber*'],
    ["l'application d'abord", 'applic abord'],
    ['İstanbul ışık', 'istanbul ista* isik'],
    ['Тесты запускаются, ёлка', 'тест запуска запу* елк'],
    ['بِسْمِ المدارس', 'بسم مدارس مدا*'],
    ['Ελληνικά νέα', 'ελληνικά ελλη* νέα'],
    ['שָׁלוֹם עולם', 'שלום עולם'],
    // no spaces between words: pairs
    ['重跑gen-itgc后', '重跑 gen itgc genitgc 后'],
    ['部署到生产', '部署 署到 到生 生产'],
    ['本番環境へのデプロイ', '本番 番環 環境 境へ への のデ デプ プロ ロイ'],
    ['ﾃﾞﾌﾟﾛｲ', 'デプ プロ ロイ'],
    ['프로덕션 배포', '프로 로덕 덕션 배포'],
    ['การทดสอบ', 'กา าร รท ทด ดส สอ อบ'],
    ['𠮷野家', '𠮷野 野家'],
    // nothing
    ['👍 … — !?', ''],
    ['', ''],
  ];
  it.each(table)('%s', (text, terms) => {
    expect(documentTerms(text).filter(isStem).join(' ')).toBe(terms);
  });

  it('keeps every occurrence', () => {
    expect(documentTerms('test the tests').filter(isStem)).toEqual(['test', 'the', 'test']);
  });

  it('cuts what is data and no word', () => {
    expect(documentTerms('x'.repeat(1000))).toEqual(['x'.repeat(64), `=${'x'.repeat(64)}`]);
    expect(documentTerms(`${'a'.repeat(40)}-${'b'.repeat(40)}`).filter(isStem)).toEqual([
      'a'.repeat(40),
      'b'.repeat(40),
    ]);
  });

  it.each([
    ['Deploys to production', '=deploys =production'],
    ['getUserById v1.2.3 --no-verify', '=get =user =verify'],
    ['naïve café', '=naive =cafe'],
    ['¿Cuándo se ejecutan las pruebas?', '=cuando =ejecutan =las =pruebas'],
    // written in too many ways for that
    ['Wann laufen die Tests?', ''],
    ['Testleri nasıl çalıştırıyoruz?', ''],
    ['Hoe draai ik de tests van het project?', ''],
    ['Тесты запускаются', ''],
    ['部署到生产', ''],
  ])('holds words as they are written: %s', (text, terms) => {
    expect(
      documentTerms(text)
        .filter((term) => !isStem(term))
        .join(' '),
    ).toBe(terms);
  });

  it('does not depend on the Unicode form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(documentTerms(text.normalize('NFD'))).toEqual(documentTerms(text.normalize('NFC')));
      }),
    );
  });

  it('takes any string and gives no empty term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(documentTerms(text).every((term) => term.length > 0 && !/\s/.test(term))).toBe(true);
      }),
    );
  });
});

describe('the language of a text', () => {
  it.each([
    ['How do I run the tests?', ''],
    ['fix login bug', ''],
    ['git push --no-verify', ''],
    ['see https://example.com/de/la', ''],
    ['index in der Datei', 'de'],
    ['Wie deployen wir nach Produktion?', 'de'],
    ['Comment déployer en production ?', 'fr'],
    ['¿Cuándo se ejecutan las pruebas?', 'es'],
    ['Come si eseguono i test della build?', 'it'],
    ['Como executar os testes no projeto?', 'pt'],
    ['Hoe draai ik de tests van het project?', 'nl'],
    ['Testleri nasıl çalıştırıyoruz?', 'tr'],
  ])('%s', (text, language) => {
    expect(languagesOf(text)[0] ?? '').toBe(language);
  });
});

const asked = (prompt: string) =>
  queryTerms(prompt)
    .map(({ term }) => term)
    .filter(isStem)
    .join(' ');

describe('terms of a prompt', () => {
  it.each([
    ['how do I run the tests?', 'run test'],
    ['what is it', 'what is it'],
    ['the the the', 'the'],
    ['commit with --no-verify', 'commit with no verifi noverifi --no-verify'],
    ['Wie deployen wir nach Produktion?', 'deploy produktion depl* prod* deployen produkt'],
    ['как запустить тесты?', 'запуст тест запу*'],
    ['如何运行测试？', '何运 运行 行测 测试'],
    ['', ''],
    ['👍', ''],
  ])('%s', (prompt, terms) => {
    expect(asked(prompt)).toBe(terms);
  });

  it('finds another inflection and an English identifier in a German text', () => {
    const memory = new Set(documentTerms('Die Zahlungsdienste werden nur mit deploy_payments ausgerollt.'));
    const shared = queryTerms('Wie rollen wir den Zahlungsdienst aus, mit deployPayments?').filter(({ term }) =>
      memory.has(term),
    );
    expect(shared.map(({ term }) => term).slice(0, 4)).toEqual(['zahlungsdien', 'deploy', 'payment', 'deploypay']);
  });

  it('numbers the forms of a word alike and marks wholes and flags as extra', () => {
    const said = { clauses: 1, idle: false };
    expect(queryTerms('запустить getUser')).toEqual([
      { term: 'запуст', weight: 1, word: 0, extra: false, ...said },
      { term: 'get', weight: 1, word: 1, extra: false, ...said },
      { term: 'user', weight: 1, word: 2, extra: false, ...said },
      { term: 'getus', weight: 1, word: 3, extra: true, ...said },
      { term: 'запу*', weight: 0.5, word: 0, extra: false, ...said },
      { term: '=get', weight: 0.5, word: 1, extra: false, ...said },
      { term: '=user', weight: 0.5, word: 2, extra: false, ...said },
    ]);
  });

  it('says in which clauses a word stands, and which of them were said', () => {
    const { terms, said } = queryOf('Can we deploy? The build is green.\nat build (/srv/app.js:1:2)');
    expect(said).toBe(0b011);
    expect(terms.map(({ term, clauses }) => [term, clauses])).toEqual(
      expect.arrayContaining([
        ['deploy', 0b001],
        ['build', 0b110],
        ['srv', 0b100],
      ]),
    );
    expect(queryOf('at build (/srv/app.js:1:2)\nat run (/srv/app.js:3:4)').said).toBe(-1);
    expect(queryOf('what is it').terms.every(({ idle }) => idle)).toBe(true);
  });

  it('takes what was said before what was pasted where the words are too many', () => {
    const pasted = Array.from({ length: 100 }, (_, i) => `${i}: frame${i.toString(36)}q();`).join('\n');
    const said = Array.from({ length: 20 }, (_, i) => `alpha${String.fromCharCode(97 + i)}x`);
    const terms = queryTerms(`${said.join(' ')}\n${pasted}`).map(({ term }) => term);
    expect(terms).toHaveLength(QUERY_TERMS);
    expect(terms).toEqual(expect.arrayContaining(said));
  });

  it('reads both ends of a long prompt and gives a bounded number of terms', () => {
    const log = Array.from({ length: 20_000 }, (_, i) => `entry${i.toString(36)}q line`).join('\n');
    const terms = queryTerms(`rollback ${log} migration`);
    expect(terms.length).toBeLessThanOrEqual(QUERY_TERMS);
    expect(terms.map(({ term }) => term)).toEqual(expect.arrayContaining(['rollback', 'migrat']));
  });

  it('reads of a prompt of 20 MB no more than its beginning and its end', () => {
    const prompt = `deploy ${'lorem ipsum\n'.repeat(1_700_000)}${'lorem ipsum '.repeat(4)}`;
    expect(prompt.length).toBeGreaterThan(20_000_000);
    expect(PROMPT_HEAD).toBeLessThan(prompt.length);
    expect(asked(prompt)).toMatch(/^deploy lorem ipsum/);
    const middle = prompt.length / 2;
    expect(asked(`${prompt.slice(0, middle)} rollback ${prompt.slice(middle)}`)).toBe(asked(prompt));
    expect(asked(`${prompt} rollback`)).toMatch(/rollback$/);
  });
});
