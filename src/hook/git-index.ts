// The paths of a git index by their last part, read without git. Format: gitformat-index(5).
import fs from 'node:fs';

/** Bytes. Reading a larger one would be felt at each prompt. */
const LARGEST = 16 * 1024 * 1024;
/** Before an entry's object name: times, device, inode, mode, owner, size. */
const STAT_DATA = 40;
/** Lengths of an object name: SHA-1 and SHA-256. The index does not say which; only one of them adds up. */
const HASHES = [20, 32];
/** Bytes of the longest path of a version 4 index that is followed. */
const LONGEST = 4_096;
const SLASH = 0x2f;

/**
 * Where the files of these names are.
 * @param file of the index
 * @param names last parts of paths
 * @returns by name the path relative to the work tree, for names that exactly one path has; empty where the index is
 * no file, too large, damaged, or split over several files
 */
export function uniquePaths(file: string, names: ReadonlySet<string>): Map<string, string> {
  const bytes = read(file);
  for (const hash of bytes ? HASHES : []) {
    const found = search(bytes!, hash, names);
    if (found) return new Map([...found].flatMap(([name, at]) => (at === undefined ? [] : [[name, at] as const])));
  }
  return new Map();
}

function read(file: string): Buffer | undefined {
  let fd: number | undefined;
  try {
    // A FIFO would have the open wait for a writer.
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const stat = fs.fstatSync(fd);
    if (!stat.isFile() || stat.size > LARGEST) return undefined;
    const bytes = Buffer.allocUnsafe(stat.size);
    return fs.readSync(fd, bytes, 0, bytes.length, 0) === bytes.length ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** By name its one path, or undefined for several. No map where the bytes are no whole index. */
function search(bytes: Buffer, hash: number, names: ReadonlySet<string>): Map<string, string | undefined> | undefined {
  const limit = bytes.length - hash;
  if (limit < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const sums = new Set([...names].map((name) => sum(Buffer.from(name), 0, Buffer.byteLength(name))));
  const found = new Map<string, string | undefined>();
  const look = (from: Buffer, start: number, end: number) => {
    if (!sums.has(sum(from, start, end))) return;
    const path = from.toString('utf8', start, end);
    const name = path.slice(path.lastIndexOf('/') + 1);
    // A path in conflict has an entry for each side.
    if (names.has(name)) found.set(name, found.has(name) && found.get(name) !== path ? undefined : path);
  };

  const whole = Buffer.allocUnsafe(version === 4 ? LONGEST : 0);
  let length = 0;
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const entry = at;
    at += STAT_DATA + hash + 2;
    if (at > limit) return undefined;
    const flags = bytes.readUInt16BE(at - 2);
    if (flags & 0x4000) at += 2;
    if (version < 4) {
      const short = flags & 0xfff;
      const end = short < 0xfff ? at + short : bytes.indexOf(0, at);
      if (end <= at || end >= limit || bytes[end] !== 0) return undefined;
      look(bytes, at, end);
      at = entry + ((end - entry + 8) & ~7);
    } else {
      // How much of the path before to drop, and what to put there.
      let drop = 0;
      for (let more = true, first = true; more; first = false) {
        const byte = bytes[at++];
        if (byte === undefined || drop > LONGEST) return undefined;
        drop = (first ? 0 : (drop + 1) * 128) + (byte & 0x7f);
        more = byte > 0x7f;
      }
      const end = bytes.indexOf(0, at);
      length -= drop;
      if (length < 0 || end < at || end >= limit || length + end - at > LONGEST) return undefined;
      length += bytes.copy(whole, length, at, end);
      look(whole, 0, length);
      at = end + 1;
    }
  }
  while (at + 8 <= limit) {
    // Most paths of a split index are in another file.
    if (bytes.toString('latin1', at, at + 4) === 'link') return undefined;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === limit ? found : undefined;
}

/** Of the last part of a path: decoding each would take ten times as long. */
function sum(bytes: Buffer, start: number, end: number): number {
  let total = 0;
  for (let at = end - 1; at >= start; at--) {
    const byte = bytes[at]!;
    if (byte === SLASH) break;
    total = (Math.imul(total, 31) + byte) | 0;
  }
  return total;
}
