// stdin piece by piece, for commands that filter streams of any size.
import fs from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const SIZE = 1 << 20;

/** What stands on a descriptor, in whole characters; bytes that are no UTF-8 come as U+FFFD. */
export function* readChunks(fd: number): Generator<string> {
  const decoder = new StringDecoder('utf8');
  const bytes = Buffer.allocUnsafe(SIZE);
  for (;;) {
    let n: number;
    try {
      n = fs.readSync(fd, bytes, 0, SIZE, null);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EAGAIN') {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
        continue;
      }
      if (code === 'EOF') break;
      throw error;
    }
    if (n === 0) break;
    yield decoder.write(bytes.subarray(0, n));
  }
  yield decoder.end();
}
