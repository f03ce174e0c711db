// stdin piece by piece, for commands that filter streams of any size.
import fs from 'node:fs';

const SIZE = 1 << 20;

/** What stands on a descriptor, as it comes. */
export function* readChunks(fd: number): Generator<Buffer> {
  for (;;) {
    const bytes = Buffer.allocUnsafe(SIZE);
    let n: number;
    try {
      n = fs.readSync(fd, bytes, 0, SIZE, null);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EAGAIN') {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
        continue;
      }
      if (code === 'EOF') return;
      throw error;
    }
    if (n === 0) return;
    yield bytes.subarray(0, n);
  }
}
