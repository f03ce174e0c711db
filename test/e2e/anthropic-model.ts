// A model behind the Messages API, on 127.0.0.1, that answers from a script and keeps every request.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SentText } from './request.ts';

/** A text ends the turn; a tool call has the client run the tool and ask again. `tokens`: how full the context is said to be, 10 unless given. */
export type Answer = ({ text: string } | { tool: string; input: Record<string, unknown> }) & { tokens?: number };

/** `turn`: the conversation itself. `compaction`: asks for a summary of it. `side`: titles and the like, without tools. */
export type MessagesKind = 'turn' | 'compaction' | 'side';

export interface MessagesRequest {
  kind: MessagesKind;
  texts: SentText[];
}

export interface AnthropicModel {
  url: string;
  requests: MessagesRequest[];
  /** Answers for the next `turn` requests, one each; then `Understood.` */
  script: Answer[];
  close(): Promise<void>;
}

interface Block {
  type: string;
  text?: string;
  content?: string | Block[];
}
interface Body {
  model: string;
  stream?: boolean;
  system?: string | Block[];
  messages: { role: string; content: string | Block[] }[];
  tools?: unknown[];
}

const SUMMARY = '<summary>The user asked about the project and was answered.</summary>';

export async function startAnthropicModel(): Promise<AnthropicModel> {
  const requests: MessagesRequest[] = [];
  const script: Answer[] = [];
  let count = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const url = (request.url ?? '').split('?')[0];
      if (request.method !== 'POST' || url !== '/v1/messages') return notServed(request.method, url, response);
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body;
      const seen = { kind: kindOf(body), texts: textsOf(body) };
      requests.push(seen);
      count += 1;
      const answer =
        seen.kind === 'turn'
          ? (script.shift() ?? { text: 'Understood.' })
          : { text: seen.kind === 'compaction' ? SUMMARY : '{"title":"A session"}' };
      send(response, body, answer, count);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function notServed(method: string | undefined, url: string | undefined, response: http.ServerResponse): void {
  if (method === 'POST' && url === '/v1/messages/count_tokens') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":100}');
    return;
  }
  response.writeHead(method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' });
  response.end(
    method === 'HEAD' ? '' : '{"type":"error","error":{"type":"not_found_error","message":"not served here"}}',
  );
}

function kindOf(body: Body): MessagesKind {
  if (!body.tools?.length) return 'side';
  const last = textsOf({ ...body, system: [], messages: body.messages.slice(-1) });
  return last.some(({ text }) => text.includes('create a detailed summary of')) ? 'compaction' : 'turn';
}

/** Every text of a request in order: system, then each message's blocks, tool results included. */
function textsOf(body: Body): SentText[] {
  const texts: SentText[] = [];
  const add = (role: string, content: string | Block[] | undefined): void => {
    if (typeof content === 'string') texts.push({ role, text: content });
    else
      for (const block of content ?? []) {
        if (block.type === 'text') texts.push({ role, text: block.text ?? '' });
        else if (block.type === 'tool_result') add('tool', block.content);
      }
  };
  add('system', body.system);
  for (const message of body.messages) add(message.role, message.content);
  return texts;
}

function send(response: http.ServerResponse, body: Body, answer: Answer, count: number): void {
  const block =
    'text' in answer
      ? { type: 'text', text: answer.text }
      : { type: 'tool_use', id: `toolu_${String(count).padStart(24, '0')}`, name: answer.tool, input: answer.input };
  const stop = 'text' in answer ? 'end_turn' : 'tool_use';
  const usage = {
    input_tokens: answer.tokens ?? 10,
    output_tokens: 10,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const message = {
    id: `msg_${count}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [block],
    stop_reason: stop,
    stop_sequence: null,
    usage,
  };
  if (!body.stream) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  event('message_start', { message: { ...message, content: [], stop_reason: null } });
  if (block.type === 'text') {
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: block.text } });
  } else {
    event('content_block_start', { index: 0, content_block: { ...block, input: {} } });
    event('content_block_delta', {
      index: 0,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
    });
  }
  event('content_block_stop', { index: 0 });
  event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage });
  event('message_stop', {});
  response.end();
}
