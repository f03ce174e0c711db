// A model behind OpenAI's chat completions, on 127.0.0.1, that answers from a script and keeps every request.
import type http from 'node:http';
import { json, serve } from './loopback.ts';
import type { SentText } from './request.ts';

/** A text ends the turn; a tool call has the client run the tool and ask again. `tokens`: how full the context is said to be, 10 unless given. */
export type Answer = ({ text: string } | { tool: string; input: Record<string, unknown> }) & { tokens?: number };

/** `turn`: a conversation itself, a subagent's too. `compaction`: asks for a summary of it. `side`: titles, and what a client notes for itself. */
export type ChatKind = 'turn' | 'compaction' | 'side';

export interface ChatRequest {
  kind: ChatKind;
  /** The client's session that asks, where the client says so: OpenCode gives a subagent one of its own. */
  session?: string;
  texts: SentText[];
}

export interface ChatModel {
  /** The base URL of a provider. */
  url: string;
  requests: ChatRequest[];
  /** Answers for the next `turn` requests, one each; then `Understood.` */
  script: Answer[];
  close(): Promise<void>;
}

interface Message {
  role: string;
  content?: string | { text?: string }[] | null;
}
interface Body {
  model: string;
  stream?: boolean;
  messages: Message[];
  tools?: unknown[];
}

/** With the tag that Qwen Code looks for. */
const SUMMARY = '<state_snapshot><overall_goal>The user asked and was answered.</overall_goal></state_snapshot>';

/** How OpenCode, Qwen Code and Copilot begin what they ask for a summary, in the system's text or in the last message. */
const COMPACTS =
  /^(?:You are (?:a context summarization agent|the component that summarizes a conversation)|Please create a detailed summary of the conversation)/;

/** How Qwen Code begins what it asks, with tools, to take its own notes after a turn. */
const NOTES = /^You are now acting as the managed memory extraction subagent/;

export async function startChatModel(): Promise<ChatModel> {
  const requests: ChatRequest[] = [];
  const script: Answer[] = [];
  let count = 0;
  const { origin, close } = await serve((request, sent, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return json(response, { error: { message: 'not served here' } }, 404);
    const body = JSON.parse(sent) as Body;
    const texts = body.messages.flatMap(textsOf);
    const kind = kindOf(body, texts);
    const session = request.headers['x-session-id'];
    requests.push({ kind, texts, ...(typeof session === 'string' ? { session } : {}) });
    count += 1;
    const answer =
      kind === 'turn'
        ? (script.shift() ?? { text: 'Understood.' })
        : { text: kind === 'compaction' ? SUMMARY : 'Nothing to note' };
    send(response, body, answer, count);
  });
  return { url: `${origin}/v1`, requests, script, close };
}

function kindOf({ tools }: Body, texts: readonly SentText[]): ChatKind {
  const asks = (words: RegExp) => [texts[0], texts.at(-1)].some((sent) => words.test(sent?.text ?? ''));
  if (asks(COMPACTS)) return 'compaction';
  return tools?.length && !asks(NOTES) ? 'turn' : 'side';
}

function textsOf({ role, content }: Message): SentText[] {
  if (typeof content === 'string') return [{ role, text: content }];
  return (content ?? []).flatMap(({ text }) => (text === undefined ? [] : [{ role, text }]));
}

function send(response: http.ServerResponse, { model, stream }: Body, answer: Answer, count: number): void {
  const call = 'text' in answer ? undefined : { name: answer.tool, arguments: JSON.stringify(answer.input) };
  const message = {
    role: 'assistant',
    content: 'text' in answer ? answer.text : null,
    ...(call ? { tool_calls: [{ index: 0, id: `call_${count}`, type: 'function', function: call }] } : {}),
  };
  const finish = call ? 'tool_calls' : 'stop';
  const tokens = answer.tokens ?? 10;
  const usage = { prompt_tokens: tokens, completion_tokens: 10, total_tokens: tokens + 10 };
  const head = { id: `chatcmpl-${count}`, created: 1, model };
  if (!stream) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    json(response, { ...head, object: 'chat.completion', choices, usage });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (choice: object, rest: object): void => {
    const choices = [{ index: 0, ...choice }];
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...rest })}\n\n`);
  };
  chunk({ delta: message, finish_reason: null }, {});
  chunk({ delta: {}, finish_reason: finish }, { usage });
  response.end('data: [DONE]\n\n');
}
