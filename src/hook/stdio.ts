// stdin and stdout by descriptor: process.stdin and process.stdout cost a hook 7 to 11 ms (LATENCY).
import fs from 'node:fs';

/** More than any host sends; what is beyond it is not read. */
const MOST = 64 * 1_048_576;

/** Everything on a descriptor. A host may hand over a non-blocking pipe: wait and read on. */
export function readAll(fd: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  let size = 65_536;
  while (total < MOST) {
    const chunk = Buffer.allocUnsafe(size);
    let n: number;
    try {
      n = fs.readSync(fd, chunk, 0, size, null);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EAGAIN') {
        pause();
        continue;
      }
      if (code === 'EOF') break;
      throw error;
    }
    if (n === 0) break;
    chunks.push(chunk.subarray(0, n));
    total += n;
    if (n === size) size = Math.min(size * 4, 4_194_304);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** @throws EPIPE where the host has gone */
export function writeAll(fd: number, text: string): void {
  writeBytes(fd, Buffer.from(text));
}

/** @throws EPIPE where the host has gone */
export function writeBytes(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += fs.writeSync(fd, bytes, done, bytes.length - done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      pause();
    }
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
