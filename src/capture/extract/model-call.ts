// One question to a model, with a deadline: to a program, or to an endpoint.
import { spawn } from 'node:child_process';
import type { ModelSettings } from './model.ts';

/** A longer answer is none, bytes. */
const LONGEST_ANSWER = 256 * 1024;

/**
 * What a program prints for a prompt on its stdin. Its own hooks, where it is an agent, do nothing: `ENGRAM_BYPASS=1`.
 * @throws Error where it cannot be started, ends with another code than 0, prints too much or not in time
 */
export function askCommand(
  command: string,
  prompt: string,
  { deadline, folder, env }: Pick<ModelSettings, 'deadline' | 'folder' | 'env'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const posix = process.platform !== 'win32';
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      env: { ...env, ENGRAM_BYPASS: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      // A group of its own, so that what the shell started ends with it.
      detached: posix,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let done = false;
    const end = (error?: Error) => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      if (error === undefined) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(error);
    };
    const kill = (error: Error) => {
      try {
        if (posix && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has ended by itself.
      }
      child.stdout.destroy();
      end(error);
    };
    const timer = setTimeout(() => kill(new Error(`extract.command gave no answer within ${deadline} ms`)), deadline);
    child.on('error', (error) => end(new Error(`extract.command cannot be started: ${error.message}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LONGEST_ANSWER) kill(new Error(`extract.command printed more than ${LONGEST_ANSWER} bytes`));
      else chunks.push(chunk);
    });
    // A program that does not read its stdin to the end is no fault.
    child.stdin.on('error', () => {});
    child.on('close', (code, signal) => {
      if (code === 0) end();
      else end(new Error(`extract.command ended with ${signal ?? code}`));
    });
    child.stdin.end(prompt);
  });
}

/**
 * What an OpenAI-compatible endpoint answers. It is not followed elsewhere: what is sent goes to the address that was configured.
 * @throws Error where it cannot be reached, answers with a fault, with too much or not in time
 */
export async function askEndpoint(
  endpoint: string,
  prompt: string,
  { deadline, model, key }: Pick<ModelSettings, 'deadline' | 'model' | 'key'>,
): Promise<string> {
  const url = /\/chat\/completions\/?$/.test(endpoint) ? endpoint : `${endpoint.replace(/\/+$/, '')}/chat/completions`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({
        ...(model ? { model } : {}),
        messages: [{ role: 'user', content: prompt }],
        temperature: 0,
        stream: false,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(deadline),
    });
    text = await bodyOf(response);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new Error(`extract.endpoint gave no answer within ${deadline} ms`);
    const { cause } = error as { cause?: { code?: string; message?: string } };
    const why = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`extract.endpoint cannot be reached: ${why}`);
  }
  if (!response.ok) throw new Error(`extract.endpoint answered ${response.status}`);
  const content = contentOf(text);
  if (content === undefined) throw new Error('extract.endpoint did not answer as chat completions do');
  return content;
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LONGEST_ANSWER) throw new Error(`the answer has more than ${LONGEST_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function contentOf(text: string): string | undefined {
  try {
    const { choices } = JSON.parse(text) as { choices?: { message?: { content?: unknown } }[] };
    const content = choices?.[0]?.message?.content;
    return typeof content === 'string' ? content : undefined;
  } catch {
    return undefined;
  }
}
