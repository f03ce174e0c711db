import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { bodiesIn } from '../hook/lab.ts';
import { amiss, eventOf, expectCode, makeLinkedWorld, many, PROMPTED, removeWorlds, said, type World } from './lab.ts';

/** id → text; then queries of two, three and four characters, and mixed ones. */
const MEMORIES: [id: string, text: string, queries: string[]][] = [
  ['zh-backup', '数据库备份每天凌晨三点执行，保留三十天。', ['备份', '数据库', '凌晨三点', '备份保留多久？']],
  [
    'zh-deploy',
    '重跑gen-itgc后必须清理缓存，否则报表会出错。',
    ['缓存', '重跑gen', '清理缓存', 'gen-itgc', '重跑gen-itgc后'],
  ],
  ['zh-login', '用户登录失败五次以后账号会被锁定一小时。', ['登录', '被锁定', '账号锁定', '登录失败']],
  ['zh-invoice', '发票由财务部门在月底统一开具。', ['发票', '财务部', '统一开具', '财务部门']],
  ['ja-release', 'リリースは毎週火曜日に行い、承認は田中さんがする。', ['承認', '火曜日', 'リリース', '毎週火曜']],
  ['ja-log', 'ログは九十日間保存し、その後は自動で削除する。', ['削除', '九十日', '自動削除', '日間保存']],
  ['ja-cert', '証明書の更新は基盤チームがexp-4711で管理している。', ['更新', '証明書', '基盤チーム', 'exp-4711']],
  ['ko-payment', '결제 서비스는 월요일부터 목요일까지만 배포한다.', ['배포', '월요일', '목요일까', '결제 서비스']],
  ['ko-office', '회의실 예약은 총무팀에 문의해야 한다.', ['예약', '회의실', '총무팀에', '회의실 예약']],
  ['ko-key', '암호화키는 분기마다 교체하고 kms-rotate로 기록한다.', ['교체', '분기마', '암호화키', 'kms-rotate']],
  ['th-server', 'เซิร์ฟเวอร์หลักสำรองข้อมูลทุกคืนวันเสาร์', ['สำรองข้อมูล', 'คืนวันเสาร์', 'เซิร์ฟเวอร์']],
  ['th-holiday', 'วันหยุดของบริษัทประกาศในเดือนธันวาคม', ['วันหยุด', 'ธันวาคม', 'บริษัท']],
];
const ASKED = MEMORIES.flatMap(([id, , queries]) => queries.map((query) => ({ id, query })));

describe('O24: a question in Chinese, Japanese, Korean or Thai finds nothing', { timeout: 240_000 }, () => {
  let world: World;
  beforeAll(() => {
    world = makeLinkedWorld(Object.fromEntries(MEMORIES.map(([id, text]) => [id, text])));
  });
  afterAll(removeWorlds);

  it('two, three and four characters, and a latin id among them: the right memory is the first of nineteen in twenty', async () => {
    const firsts = await many(ASKED, async ({ query }) => {
      const [best] = JSON.parse(expectCode(world.engram(['search', '--json', query])).stdout) as { id: string }[];
      return best?.id;
    });
    const wrong = ASKED.filter(({ id }, n) => firsts[n] !== id);
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(Math.floor(ASKED.length / 20));
  });

  it('as a prompt: the same, of what the hook sends', async () => {
    const claude = hosts[0]!;
    const firsts = await many(ASKED, async ({ query }, n) => {
      const ran = await world.hook(claude, 'UserPromptSubmit', { prompt: query, session: `q${n}` });
      expect(amiss(ran)).toEqual([]);
      return Object.keys(bodiesIn(said(ran)))[0];
    });
    const wrong = ASKED.filter(({ id }, n) => firsts[n] !== id).map(({ query }, n) => `${query} ${firsts[n]}`);
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(Math.floor(ASKED.length / 20));
  });

  it('the same for each host', async () => {
    const ends = await many(PROMPTED, (host) =>
      world.hook(host, eventOf(host, 'prompt')!, { prompt: '数据库备份保留多久？' }),
    );
    expect(ends.map((ran) => Object.keys(bodiesIn(said(ran)))[0])).toEqual(PROMPTED.map(() => 'zh-backup'));
  });
});
