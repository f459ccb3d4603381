// Reads ZIP files. What an archive says about sizes is never trusted with memory: see `largest`.

/** The most bytes of an archive's sounds, and the most entries. */
const largest = { bytes: 300_000_000, entries: 10_000 };
const [endMark, entryMark, fileMark, endSize] = [0x06054b50, 0x02014b50, 0x04034b50, 22];

export const isArchive = ({ name, type }) => /\.zip$/i.test(name) || type === 'application/zip';

/**
 * The files in an archive.
 * @param {Blob} archive
 * @param {(name: string) => boolean} wants which to read, by their names without folders
 * @param {(error: Error) => void} missed is called for each file that is damaged, encrypted or too large
 * @returns {Promise<{file: File, folder: string}[]>} in the archive's order
 * @throws {Error} if the archive has no directory that can be read
 */
export async function filesOfArchive(archive, wants, missed) {
  const found = [];
  let total = 0;
  for (const entry of entriesOf(await directoryOf(archive))) {
    const name = entry.path.split('/').at(-1);
    if (!wants(name)) continue;
    // Entries may overlap, and damaged ones take time, too: count what each may take.
    total += entry.size;
    try {
      if (total > largest.bytes) throw new Error(`with ${entry.path}, its sounds have more than ${largest.bytes / 1e6} MB`);
      found.push({ file: new File([await contents(archive, entry)], name), folder: entry.path.slice(0, -name.length - 1) });
    } catch (error) {
      missed(error);
    }
  }
  return found;
}

async function directoryOf(archive) {
  // A comment of at most 65,535 bytes follows the end of the directory.
  const tail = await viewOf(archive, Math.max(0, archive.size - endSize - 65_535), archive.size);
  let at = tail.byteLength - endSize;
  while (at >= 0 && tail.getUint32(at, true) !== endMark) at -= 1;
  if (at < 0) throw new Error('it is not a ZIP file, or its end is missing');
  const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (start + size > archive.size) throw new Error('its directory is damaged');
  return viewOf(archive, start, start + size);
}

function* entriesOf(directory) {
  for (let at = 0, count = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === entryMark; count += 1) {
    if (count === largest.entries) throw new Error('it has too many files');
    const number = (offset, size) => (size === 2 ? directory.getUint16(at + offset, true) : directory.getUint32(at + offset, true));
    const nameSize = number(28, 2);
    const next = at + 46 + nameSize + number(30, 2) + number(32, 2);
    if (next > directory.byteLength) throw new Error('its directory is damaged');
    const path = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameSize));
    yield { path, flags: number(8, 2), method: number(10, 2), packed: number(20, 4), size: number(24, 4), start: number(42, 4) };
    at = next;
  }
}

async function contents(archive, { path, flags, method, packed, size, start }) {
  if (flags & 1) throw new Error(`${path} is encrypted`);
  if (method !== 0 && method !== 8) throw new Error(`${path} is packed in a way that this page doesn’t read`);
  const header = await viewOf(archive, start, start + 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== fileMark) throw new Error(`${path} is damaged`);
  const from = start + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const data = archive.slice(from, from + packed);
  if (data.size < packed || (method === 0 && packed !== size)) throw new Error(`${path} is damaged`);
  if (method === 0) return data;
  const reader = data.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => { throw new Error(`${path} is damaged`); });
    if (done) break;
    count += value.byteLength;
    if (count > size) throw new Error(`${path} is larger than the archive says`);
    parts.push(value);
  }
  if (count < size) throw new Error(`${path} is damaged`);
  return new Blob(parts);
}

const viewOf = async (blob, from, to) => new DataView(await blob.slice(from, to).arrayBuffer());
