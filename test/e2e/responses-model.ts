// A model behind OpenAI's Responses API, on 127.0.0.1, that answers from a script and keeps every request.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SentText } from './request.ts';

/**
 * A text ends the turn; a shell command or a patch has the client run it and ask again; `spawn` has it start a subagent with these
 * arguments, `wait` wait for the one that was started last. `tokens`: how full the context is said to be, 100 unless given.
 */
export type Answer = (
  | { text: string }
  | { shell: string }
  | { patch: string }
  | { spawn: Record<string, unknown> }
  | { wait: true }
) & {
  tokens?: number;
};

export interface ResponsesRequest {
  /** `compaction`: the client asks for a summary of the conversation. */
  kind: 'turn' | 'compaction';
  /** The thread of the subagent that asks; absent for the conversation itself. */
  agent?: string;
  texts: SentText[];
}

export interface ResponsesModel {
  /** The `base_url` of a model provider. */
  url: string;
  requests: ResponsesRequest[];
  /** Answers for the next `turn` requests, one each; then `Understood.` */
  script: Answer[];
  /** The same for those of subagents, whichever asks. */
  agentScript: Answer[];
  close(): Promise<void>;
}

interface Tool {
  name?: string;
  tools?: Tool[];
}
interface Item {
  type: string;
  /** Of `additional_tools`. */
  tools?: Tool[];
  role?: string;
  content?: { text?: string }[];
  output?: string | { text?: string }[];
}
interface Body {
  instructions?: string;
  input: Item[];
  tools?: Tool[];
}

export async function startResponsesModel(): Promise<ResponsesModel> {
  const requests: ResponsesRequest[] = [];
  const script: Answer[] = [];
  const agentScript: Answer[] = [];
  let count = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST' || !request.url?.endsWith('/responses')) {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not served here"}}');
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body;
      const kind = kindOf(request.headers['x-codex-turn-metadata']);
      const agent = request.headers['x-openai-subagent'] ? String(request.headers['thread-id']) : undefined;
      requests.push({ kind, texts: textsOf(body), ...(agent ? { agent } : {}) });
      count += 1;
      const answer =
        kind === 'turn'
          ? ((agent ? agentScript : script).shift() ?? { text: 'Understood.' })
          : { text: 'The user asked about the project and was answered.' };
      send(response, itemOf(answer, body, count), answer.tokens ?? 100, count);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script,
    agentScript,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** The client says in a header of JSON what a request is for. */
function kindOf(header: string | string[] | undefined): ResponsesRequest['kind'] {
  const { request_kind: kind } = JSON.parse(typeof header === 'string' ? header : '{}') as { request_kind?: string };
  return kind === 'compaction' ? 'compaction' : 'turn';
}

function textsOf(body: Body): SentText[] {
  const texts: SentText[] = body.instructions ? [{ role: 'system', text: body.instructions }] : [];
  for (const item of body.input) {
    if (item.type === 'message')
      for (const part of item.content ?? []) texts.push({ role: item.role ?? '', text: part.text ?? '' });
    else if (item.output !== undefined) {
      const parts = typeof item.output === 'string' ? [{ text: item.output }] : item.output;
      for (const part of parts) texts.push({ role: 'tool', text: part.text ?? '' });
    }
  }
  return texts;
}

/** An answer as an item of the API, in the words of the tools that this request offers. */
function itemOf(answer: Answer, body: Body, count: number) {
  if ('text' in answer) {
    const content = [{ type: 'output_text', text: answer.text }];
    return { type: 'message', role: 'assistant', id: `msg_${count}`, content };
  }
  const call = (name: string, args: object, namespace?: string) => ({
    type: 'function_call',
    id: `fc_${count}`,
    call_id: `call_${count}`,
    name,
    ...(namespace ? { namespace } : {}),
    arguments: JSON.stringify(args),
  });
  if ('patch' in answer) {
    return {
      type: 'custom_tool_call',
      id: `ctc_${count}`,
      call_id: `call_${count}`,
      name: 'apply_patch',
      input: answer.patch,
    };
  }
  if ('shell' in answer) return call('exec_command', { cmd: answer.shell });
  // Models with `collaboration` name a subagent by its task; the others give it an id, and offer the tool unlisted.
  const named = toolsOf(body).find(({ tools }) => tools?.some(({ name }) => name === 'spawn_agent'))?.name;
  const namespace = named ?? 'multi_agent_v1';
  if ('spawn' in answer) return call('spawn_agent', answer.spawn, namespace);
  const targets = namespace === 'collaboration' ? {} : { targets: [lastAgent(body)] };
  return call('wait_agent', { ...targets, timeout_ms: 20_000 }, namespace);
}

function toolsOf({ tools, input }: Body): Tool[] {
  return [...(tools ?? []), ...input.flatMap((item) => item.tools ?? [])];
}

/** The id that the last `spawn_agent` gave back. */
function lastAgent({ input }: Body): string | undefined {
  const ids = input.flatMap(({ output }) => /agent_id\W+([0-9a-f-]{36})/.exec(JSON.stringify(output ?? ''))?.[1] ?? []);
  return ids.at(-1);
}

function send(response: http.ServerResponse, item: object, tokens: number, count: number): void {
  const usage = {
    input_tokens: tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens + 1,
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  event('response.created', { response: { id: `resp_${count}` } });
  event('response.output_item.added', { output_index: 0, item });
  event('response.output_item.done', { output_index: 0, item });
  event('response.completed', { response: { id: `resp_${count}`, output: [item], usage } });
  response.end();
}
