// The paths of a git index by their last part, read without git. Format: gitformat-index(5).
import fs from 'node:fs';

/** Bytes. Reading a larger one would be felt at each prompt. */
const LARGEST = 16 * 1024 * 1024;
/** Before an entry's object name: times, device, inode, mode, owner, size. */
const STAT_DATA = 40;
/** Lengths of an object name: SHA-1 and SHA-256. The index does not say which; only one of them adds up. */
const HASHES = [20, 32];
/** Searching for so many takes no longer than to go through the entries. */
const FEW = 8;
/** Bytes of the longest path of a version 4 index that is followed. */
const LONGEST = 4_096;

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
  const found = new Map<string, string | undefined>();
  // Up to version 3 names are written out, and most that a prompt may mean are nobody's: a search is over in no time.
  if (version < 4 && names.size <= FEW && [...names].every((name) => !bytes.includes(`${name}\0`))) return found;
  const { width, first, may } = endings(names);
  const look = (from: Buffer, start: number, end: number) => {
    if (!may(from, end)) return;
    const path = from.toString('utf8', start, end);
    const name = path.slice(path.lastIndexOf('/') + 1);
    // A path in conflict has an entry for each side.
    if (names.has(name)) found.set(name, found.has(name) && found.get(name) !== path ? undefined : path);
  };

  // Runs once in a process, mostly before it is compiled: hence no call for each entry that can be spared.
  const whole = Buffer.allocUnsafe(version === 4 ? LONGEST : 0);
  let length = 0;
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const entry = at;
    at += STAT_DATA + hash + 2;
    if (at > limit) return undefined;
    const flags = bytes[at - 2]! * 256 + bytes[at - 1]!;
    if (flags & 0x4000) at += 2;
    if (version < 4) {
      const short = flags & 0xfff;
      const end = short < 0xfff ? at + short : bytes.indexOf(0, at);
      if (end <= at || end >= limit || bytes[end] !== 0) return undefined;
      if (first[bytes[end - width]!] === 1) look(bytes, at, end);
      at = entry + ((end - entry + 8) & ~7);
    } else {
      // How much of the path before to drop, and what to put there.
      let byte = bytes[at++]!;
      let drop = byte & 0x7f;
      while (byte > 0x7f && drop < LONGEST && at < limit) {
        byte = bytes[at++]!;
        drop = (drop + 1) * 128 + (byte & 0x7f);
      }
      length -= drop;
      if (length < 0) return undefined;
      for (; at < limit && bytes[at] !== 0 && length < LONGEST; at++) whole[length++] = bytes[at]!;
      if (bytes[at] !== 0 || at >= limit) return undefined;
      if (length >= width && first[whole[length - width]!] === 1) look(whole, 0, length);
      at++;
    }
  }
  while (at + 8 <= limit) {
    // Most paths of a split index are in another file.
    if (bytes.toString('latin1', at, at + 4) === 'link') return undefined;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === limit ? found : undefined;
}

/** Tells paths that end in none of the names by their last bytes: decoding each path would take ten times as long. */
function endings(names: ReadonlySet<string>) {
  const encoded = [...names].map((name) => Buffer.from(name));
  /** How many bytes are looked at. */
  const width = Math.min(4, ...encoded.map((name) => name.length));
  const last = (from: Buffer, end: number) => {
    let bytes = 0;
    for (let at = end - width; at < end; at++) bytes = (bytes << 8) | from[at]!;
    return bytes;
  };
  const known = new Set(encoded.map((name) => last(name, name.length)));
  /** By the first of these bytes: whether `may` needs to be asked. */
  const first = new Uint8Array(256);
  for (const name of encoded) first[name[name.length - width]!] = 1;
  return { width, first, may: (from: Buffer, end: number) => known.has(last(from, end)) };
}
