// What a model answered, held to its schema and to the turn.
import * as z from 'zod';
import { oneLine } from '../../memory/summary.ts';
import { redact } from '../../text/secrets.ts';
import type { CapturedTurn } from '../turn.ts';
import { type Candidate, EPISODE, type Origin } from './candidate.ts';
import { ownSentences } from './said.ts';
import { isWhole } from './wording.ts';

const ANSWER = z.object({
  memories: z
    .array(
      z.object({
        type: z.enum(['rule', 'fact', 'preference', 'decision', 'procedure']),
        text: z.string().trim().min(8).max(600),
        quote: z.string().trim().min(4).max(1_000),
        importance: z.number().min(0).max(1),
        scope: z.enum(['project', 'user']),
      }),
    )
    .max(20),
});

/** The most that a model's own judgement of importance can give: what only a tool showed or an assistant claims is never durable by it. */
const MOST: Record<Origin, number> = { user: 1, tool: 0.75, assistant: 0.7 };

/**
 * The candidates in a model's answer that the turn bears out.
 * @throws Error where the answer is not what was asked for; the message holds nothing of it
 */
export function candidatesOf(answer: string, turn: CapturedTurn): Candidate[] {
  const parsed = ANSWER.safeParse(jsonIn(answer));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`the model's answer does not fit the schema: ${issue?.path.join('.') || 'answer'}: ${issue?.code}`);
  }
  const out: Candidate[] = [];
  for (const { type, text, quote, importance, scope } of parsed.data.memories) {
    const origin = originOf(quote, turn);
    // A tool's output or an assistant cannot lay down rules, or say what the person likes or has decided.
    if (origin === undefined || (origin !== 'user' && type !== 'fact' && type !== 'procedure')) continue;
    const body = redact(text).text;
    const worth = Math.round(Math.min(importance, MOST[origin]) * 20) / 20;
    if (worth < EPISODE || !isWhole(body) || out.some((other) => other.text === body)) continue;
    out.push({ type, text: body, summary: oneLine(body), importance: worth, origin, scope, signals: ['model'] });
  }
  return out;
}

/** The JSON object of an answer, also inside a fence or between words. @throws Error */
function jsonIn(answer: string): unknown {
  const from = answer.indexOf('{');
  const to = answer.lastIndexOf('}');
  if (from < 0 || to < from) throw new Error("the model's answer holds no JSON object");
  try {
    return JSON.parse(answer.slice(from, to + 1));
  } catch {
    throw new Error("the model's answer is no JSON");
  }
}

/** Whose word a quote is: where it stands says so, not the model. Undefined where it stands nowhere, or was only pasted into the prompt. */
function originOf(quote: string, { prompt = '', answer = '', tools }: CapturedTurn): Origin | undefined {
  const words = plain(quote);
  if (words.length < 4) return undefined;
  if (plain(prompt).includes(words)) {
    return ownSentences(prompt).some(({ text }) => overlaps(plain(text), words)) ? 'user' : undefined;
  }
  if (tools.some(({ input, output }) => plain(output).includes(words) || plain(input).includes(words))) return 'tool';
  return plain(answer).includes(words) ? 'assistant' : undefined;
}

function overlaps(sentence: string, words: string): boolean {
  return sentence.includes(words) || (sentence.length >= 8 && words.includes(sentence));
}

/** Without what models change when they copy: space, quotes, case. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s"'`“”„«»‘’「」*_]+/gu, ' ')
    .trim();
}
