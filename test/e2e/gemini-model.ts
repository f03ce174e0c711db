// A model behind the Gemini API, on 127.0.0.1, that answers from a script and keeps every request.
import { json, serve } from './loopback.ts';
import type { SentText } from './request.ts';

/** A text ends the turn; a tool call has the client run the tool and ask again. `tokens`: how full the context is said to be, 10 unless given. */
export type Answer = ({ text: string } | { tool: string; input: Record<string, unknown> }) & { tokens?: number };

/** `turn`: the conversation itself. `compaction`: asks for a summary of it, or to check one. `side`: routing and the like, without tools. */
export type ContentKind = 'turn' | 'compaction' | 'side';

export interface ContentRequest {
  kind: ContentKind;
  texts: SentText[];
}

export interface GeminiModel {
  /** For `GOOGLE_GEMINI_BASE_URL`. */
  url: string;
  requests: ContentRequest[];
  /** Answers for the next `turn` requests, one each; then `Understood.` The turn of a `/compress` waits for the summary. */
  script: Answer[];
  close(): Promise<void>;
}

interface Part {
  text?: string;
  functionCall?: object;
  functionResponse?: { response?: Record<string, unknown> };
}
interface Body {
  systemInstruction?: { parts?: Part[] };
  contents: { role?: string; parts?: Part[] }[];
  tools?: unknown[];
}

const SUMMARY = '<state_snapshot><overall_goal>The user asked and was answered.</overall_goal></state_snapshot>';

/** The last words of the request that checks a summary. */
const CHECK = 'Critically evaluate the <state_snapshot>';

/** How long the client takes, at most, to put the summary in the place of what it sums up. */
const SETTLED_MS = 300;

export async function startGeminiModel(): Promise<GeminiModel> {
  const requests: ContentRequest[] = [];
  const script: Answer[] = [];
  const held: (() => void)[] = [];
  const { origin, close } = await serve((request, sent, response) => {
    const method = /\/models\/[^/:]+:(\w+)/.exec(request.url ?? '')?.[1];
    if (method === 'countTokens') return json(response, { totalTokens: 100 });
    if (method !== 'generateContent' && method !== 'streamGenerateContent')
      return json(response, { error: { code: 404, message: 'not served here', status: 'NOT_FOUND' } }, 404);
    const body = JSON.parse(sent) as Body;
    const kind = kindOf(body);
    const texts = textsOf(body);
    requests.push({ kind, texts });
    const answer =
      kind === 'turn' ? (script.shift() ?? { text: 'Understood.' }) : { text: kind === 'compaction' ? SUMMARY : '{}' };
    const send = (): void => {
      if (method === 'streamGenerateContent') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify(contentOf(answer))}\r\n\r\n`);
      } else json(response, contentOf(answer));
    };
    // Without a terminal the client sends `/compress` as a prompt too, at the same time, and ends with that turn, summed up or not.
    if (kind === 'turn' && saysLast(texts, '/compress')) held.push(send);
    else send();
    if (kind !== 'compaction' || !saysLast(texts, CHECK)) return;
    setTimeout(() => {
      for (const late of held.splice(0)) late();
    }, SETTLED_MS);
  });
  return { url: origin, requests, script, close };
}

function kindOf({ systemInstruction, tools }: Body): ContentKind {
  if (tools?.length) return 'turn';
  const compacts = systemInstruction?.parts?.some(({ text }) => text?.includes('<state_snapshot>'));
  return compacts ? 'compaction' : 'side';
}

/** Whether the last message, which a hook's context may follow, begins with these words. */
function saysLast(texts: readonly SentText[], words: string): boolean {
  const last = texts.findLast(({ role, text }) => role === 'user' && !text.startsWith('<hook_context>'));
  return last?.text.startsWith(words) ?? false;
}

/** Every text of a request in order: system, then each message's parts, tool results included. */
function textsOf({ systemInstruction, contents }: Body): SentText[] {
  const system = { role: 'system', parts: systemInstruction?.parts ?? [] };
  return [system, ...contents].flatMap(({ role, parts = [] }) =>
    parts.flatMap(({ text, functionResponse }): SentText[] => {
      if (functionResponse) return [{ role: 'tool', text: resultOf(functionResponse.response ?? {}) }];
      return text === undefined ? [] : [{ role: role === 'model' ? 'assistant' : (role ?? 'user'), text }];
    }),
  );
}

/** What a tool printed, or what went wrong with it. */
function resultOf(response: Record<string, unknown>): string {
  const result = response.output ?? response.error;
  return typeof result === 'string' ? result : JSON.stringify(response);
}

function contentOf(answer: Answer): object {
  const part = 'text' in answer ? { text: answer.text } : { functionCall: { name: answer.tool, args: answer.input } };
  const tokens = answer.tokens ?? 10;
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: 10, totalTokenCount: tokens + 10 },
  };
}
