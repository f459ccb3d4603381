// A ZIP file without compression: IMA4 and µ-law hardly get smaller, and every system opens it.

const date1980 = 0x21; // 1 January 1980, so that the same sounds give the same bytes
const usesUTF8 = 0x0800;

/** @param {{name: string, blob: Blob, crc32: number}[]} entries */
export function zipFile(entries) {
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
 * Names that differ even where case doesn't count: a taken one gets its folder, then a number.
 * @param {{name: string, folder: string}[]} files
 */
export function uniqueNames(files) {
  const taken = new Set();
  return files.map(({ name, folder }) => {
    const dot = name.lastIndexOf('.');
    const [stem, type] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    const candidates = [name];
    if (folder) candidates.push(`${folder}/${name}`);
    for (let number = 2; candidates.length < files.length + 2; number += 1) {
      candidates.push(`${stem}-${number}${type}`);
    }
    const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase()));
    taken.add(free.toLowerCase());
    return free;
  });
}

function littleEndian(fields) {
  const bytes = [];
  for (const [count, value] of fields) {
    for (let i = 0; i < count; i += 1) bytes.push((value >>> (8 * i)) & 0xff);
  }
  return Uint8Array.from(bytes);
}
