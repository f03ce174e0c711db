// Memories of a made-up developers' vault, as many as wanted, always the same.

import { memoryOf } from '../../bench/memory-lexicon.ts';
import type { Memory } from '../../src/memory/memory.ts';

const SUBJECTS =
  'cache queue parser renderer scheduler router logger sidebar invoice session tokenizer exporter importer webhook mailer search-index thumbnail upload profile settings audit billing calendar chart comment consent coupon currency digest draft editor export feed filter form gallery geocoder glossary heatmap inbox keyboard ledger locale map menu metrics modal notification onboarding pager palette picker poll preview quota rating receipt redirect reminder report sandbox shortcut signup sitemap slider snapshot sticker survey tag theme timeline toast tooltip tour translation tree vault voucher watermark wizard';
const FACTS =
  'keeps its state in memory only|writes to disk every minute|is owned by the platform group|needs a restart after a config change|must stay below two hundred lines|was rewritten last spring|has no feature flag|reads the environment once|is covered by snapshot fixtures|uses a worker thread|is generated, do not edit by hand|logs in JSON|may be slow on the first request|is deprecated and goes away next quarter|expects UTC everywhere|validates its input twice|is shared with the mobile client|retries three times with backoff|treats empty strings as missing|is safe to call twice';
const PLACES =
  'in the backend|in the admin console|for trial customers|on the staging cluster|in the public API|for screen readers|on Windows|behind the proxy|in the nightly job|for large tenants|in the command line|in the browser extension';

/** `count` memories of two sentences each. */
export function filler(count: number): Memory[] {
  const subjects = SUBJECTS.split(' ');
  const facts = FACTS.split('|');
  const places = PLACES.split('|');
  let seed = 20261130;
  const pick = (list: readonly string[]) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return list[Math.floor((seed / 4294967296) * list.length)]!;
  };
  return Array.from({ length: count }, (_, i) => {
    const subject = pick(subjects);
    return memoryOf({
      id: `filler-${i}`,
      body: `The ${subject} ${pick(facts)} ${pick(places)}. Unlike the ${pick(subjects)}, the ${subject} ${pick(facts)}.`,
    });
  });
}
