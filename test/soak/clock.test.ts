// A clock that jumps between the events of a session, in this process; `npm run soak` does it to real ones where libfaketime is.
import { afterEach, describe, expect, it } from 'vitest';
import { JUMPS } from '../../bench/soak/clock.ts';
import { bodiesIn, newLab, removeLabs } from '../hook/lab.ts';

afterEach(removeLabs);

const BODY = 'Deploy the payments service only Monday to Thursday.';
const ASK = 'how do I deploy the payments service?';

describe.each(JUMPS.map((jumps) => [jumps.join(', '), jumps] as const))(
  'E-27: the clock off by %s seconds',
  (_, jumps) => {
    const session = () => {
      const lab = newLab();
      const start = lab.now;
      lab.remember('deploy-window', BODY);
      lab.sync();
      let seconds = 0;
      const prompt = (n: number, text: string, turn: string) => {
        lab.now = start + (jumps[n]! + seconds++) * 1000;
        return bodiesIn(lab.prompt('s', text, { prompt_id: turn }));
      };
      return { lab, prompt };
    };

    it('each body once', () => {
      const { lab, prompt } = session();
      expect(prompt(0, ASK, 'a')).toEqual({ 'deploy-window': BODY });
      expect(prompt(1, `${ASK} Again.`, 'b')).toEqual({});
      expect(prompt(2, `${ASK} And again.`, 'c')).toEqual({});
      expect(lab.log()).toBe('');
    });

    it('the same prompt again, after its memory was edited: the new text', () => {
      const { lab, prompt } = session();
      expect(prompt(0, ASK, 'a')).toEqual({ 'deploy-window': BODY });
      lab.remember('deploy-window', `${BODY} Edited.`);
      expect(prompt(1, ASK, 'a')).toEqual({ 'deploy-window': `${BODY} Edited.` });
      expect(prompt(2, ASK, 'a')).toEqual({});
      expect(lab.log()).toBe('');
    });
  },
);
