import { countText, shownName } from './words.js';

// Where sounds come from: dropped, chosen, pasted.

// The extensions that `alertsound check` looks for in a folder, which are the library's, as a test checks.
const pathExtensions = [
  '3g2', '3ga', '3gp', 'aac', 'ac3', 'adts', 'afc', 'aif', 'aifc', 'aiff', 'aifs', 'amr', 'ape', 'au', 'awb', 'bwf',
  'caf', 'caff', 'ec3', 'flac', 'gsm', 'm4a', 'm4b', 'm4r', 'mka', 'mp1', 'mp2', 'mp3', 'mpga', 'oga', 'ogg', 'opus',
  'qta', 'ra', 'rf64', 'snd', 'w64', 'wav', 'wave', 'weba', 'wma', 'wv',
];
// A browser may have recorded films, too. Files whose names begin with a dot belong to the system.
const soundNames = new RegExp(`^[^.].*\\.(${[...pathExtensions, 'mp4', 'webm'].join('|')})$`, 'i');

/** @typedef {{file: File, folder: string}} Found */

/** Finds files in a drop. From folders, takes only files with a sound's extension. */
export async function filesOfDrop(transfer) {
  // Take all entries before the first wait: the list is emptied when the event ends.
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => {
    const entry = item.webkitGetAsEntry?.();
    return entry?.isDirectory ? entry : item.getAsFile();
  });
  const found = [];
  let unreadCount = 0;
  let problem = null;
  for (const entry of entries.filter(Boolean)) {
    if (entry instanceof File) found.push({ file: entry, folder: '' });
    // Chromium doesn't let a page from a disk read folders.
    else await walk(entry, found, () => { unreadCount += 1; }).catch(() => {
      problem = 'A dropped folder can’t be read here: use “Choose a folder”.';
    });
  }
  if (unreadCount > 0) problem ??= `${countText(unreadCount, 'file or folder', 'files or folders')} couldn’t be read.`;
  return { found, problem };
}

/** Returns the sounds among the found files, and a sentence about the other files. */
export function soundsAmong(found) {
  const isSound = ({ file: { name, type } }) =>
    soundNames.test(name) || type === '' || /^(audio|video)\/|octet-stream/.test(type);
  const others = found.filter((each) => !isSound(each)).map(({ file }) => shownName(file.name));
  const words = others.length === 1 ? `${others[0]} isn’t a sound.` : `${others.length} files aren’t sounds.`;
  return { found: found.filter(isSound), problem: others.length > 0 ? words : null };
}

/** Returns the files of an `<input>`, with their paths if it is for folders. */
function filesOfInput(input) {
  const isFolder = input.webkitdirectory;
  return [...input.files]
    .filter((file) => !isFolder || soundNames.test(file.name))
    .map((file) => ({ file, folder: folderOf(file.webkitRelativePath) }))
    .sort((a, b) => compare(a.folder + a.file.name, b.folder + b.file.name));
}

// Calls `missed` for each entry that can't be read.
async function walk(directory, found, missed) {
  const reader = directory.createReader();
  const entries = [];
  for (;;) {
    // Each call returns at most 100 entries.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    entries.push(...some);
  }
  entries.sort((a, b) => compare(a.name, b.name));
  for (const entry of entries) {
    if (entry.isDirectory) await walk(entry, found, missed).catch(missed);
    else if (soundNames.test(entry.name)) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject)).catch(missed);
      if (file) found.push({ file, folder: folderOf(entry.fullPath.slice(1)) });
    }
  }
}

function folderOf(path) {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Calls `take` with files that are dropped, chosen or pasted. */
export function watchFiles({ target, inputs, take }) {
  for (const input of inputs) {
    input.addEventListener('change', () => {
      take(filesOfInput(input));
      input.value = '';
    });
  }
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    target.classList.add('over');
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) target.classList.remove('over');
  });
  addEventListener('drop', async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    target.classList.remove('over');
    const { found, problem } = await filesOfDrop(event.dataTransfer);
    take(found, problem);
  });
  addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) take(files.map((file) => ({ file, folder: '' })));
  });
}
