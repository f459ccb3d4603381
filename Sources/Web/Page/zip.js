// A ZIP file without compression: IMA4 and µ-law hardly get smaller, and every system opens it.

const date1980 = 0x21; // 1 January 1980, so that the same sounds give the same bytes
const usesUTF8 = 0x0800;

/** The limits of an archive without ZIP64. */
const largestEntryCount = 65_535;
const largestByteCount32 = 2 ** 32 - 1;

/**
 * @param {{name: string, blob: Blob, crc32: number}[]} entries
 * @throws {Error} if the entries are too many or too large
 */
export function zipFile(entries) {
  const estimate = entries.reduce((sum, { name, blob }) => sum + blob.size + 6 * name.length + 100, 0);
  if (entries.length > largestEntryCount || estimate > largestByteCount32) {
    throw new Error('these are too many sounds for one ZIP file');
  }
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    const common = [
      [2, 20], [2, usesUTF8], [2, 0], [2, 0], [2, date1980],
      [4, entry.crc32], [4, entry.blob.size], [4, entry.blob.size], [2, name.length], [2, 0],
    ];
    const header = littleEndian([[4, 0x04034b50], ...common]);
    parts.push(header, name, entry.blob);
    directory.push(
      littleEndian([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), name);
    offset += header.length + name.length + entry.blob.size;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = littleEndian([[4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

/**
 * Returns paths that every system can write. A name that is taken, ignoring case and the Unicode form of accents, gets a
 * number.
 * @param {{name: string, folder: string}[]} files
 */
export function uniqueNames(files) {
  const taken = new Set();
  const numbers = new Map();
  const take = (name) => {
    const key = name.normalize('NFC').toLowerCase();
    return !taken.has(key) && taken.add(key) && name;
  };
  return files.map((file) => {
    const name = [...file.folder.split('/').filter(Boolean), file.name].map(cleanName).join('/');
    if (take(name)) return name;
    const dot = name.lastIndexOf('.');
    const [stem, type] = dot > name.lastIndexOf('/') + 1 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    for (let number = numbers.get(name) ?? 2; ; number += 1) {
      numbers.set(name, number + 1);
      const free = take(`${stem}-${number}${type}`);
      if (free) return free;
    }
  });
}

/** A name without invisible characters, separators of folders, and characters that some system forbids. */
export function cleanName(name) {
  const clean = name.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '-').replace(/^\.+$/, '-');
  return clean || 'sound';
}

function littleEndian(fields) {
  const bytes = [];
  for (const [count, value] of fields) {
    for (let i = 0; i < count; i += 1) bytes.push((value >>> (8 * i)) & 0xff);
  }
  return Uint8Array.from(bytes);
}
