import { filesOfArchive, isArchive } from './unzip.js';
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

// What is taken from a folder.
const isWanted = (name) => soundNames.test(name) || isArchive({ name, type: '' });

/** @typedef {{file: File, folder: string}} Found */

/** Finds the files of a drop. From folders, takes only files with a sound's extension. */
export async function filesOfDrop(transfer) {
  // Take all entries before the first wait: the list is emptied when the event ends.
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => {
    const entry = item.webkitGetAsEntry?.();
    // Chromium lets a page from a disk read a folder by its handle only.
    return entry?.isDirectory ? { entry, handle: item.getAsFileSystemHandle?.() } : item.getAsFile();
  });
  const found = [];
  let unreadCount = 0;
  const missed = () => { unreadCount += 1; };
  for (const each of entries.filter(Boolean)) {
    if (each instanceof File) found.push({ file: each, folder: '' });
    else {
      const handle = await each.handle?.catch(() => null);
      await (handle ? walk(handle, handle.name, childrenOfHandle, found, missed) : walk(each.entry, each.entry.name, childrenOfEntry, found, missed)).catch(missed);
    }
  }
  return { found, problem: unreadCount > 0 ? `${countText(unreadCount, 'file or folder', 'files or folders')} couldn’t be read: use “Choose a folder”.` : null };
}

// Calls `missed` for each file or folder that can't be read.
async function walk(directory, path, childrenOf, found, missed) {
  const children = await childrenOf(directory);
  children.sort((a, b) => compare(a.name, b.name));
  for (const { name, child, file } of children) {
    if (!file) await walk(child, `${path}/${name}`, childrenOf, found, missed).catch(missed);
    else if (isWanted(name)) await file().then((file) => found.push({ file, folder: path }), missed);
  }
}

async function childrenOfHandle(directory) {
  const children = [];
  for await (const child of directory.values()) {
    children.push({ name: child.name, child, file: child.kind === 'file' && (() => child.getFile()) });
  }
  return children;
}

async function childrenOfEntry(directory) {
  const reader = directory.createReader();
  const children = [];
  for (;;) {
    // Each call returns at most 100 entries.
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (some.length === 0) return children;
    children.push(...some.map((child) => ({
      name: child.name, child, file: child.isFile && (() => new Promise((resolve, reject) => { child.file(resolve, reject); })),
    })));
  }
}

/** Returns the sounds among the found files and in archives among them, and a sentence about the other files. */
export async function soundsAmong(found) {
  const [sounds, others, problems] = [[], [], []];
  for (const each of found) {
    const { name, type } = each.file;
    if (isArchive(each.file)) {
      const missed = ({ message }) => {
        problems.push(`${shownName(name)}: ${shownName(message)}.`);
        return null;
      };
      const inside = await filesOfArchive(each.file, (path) => soundNames.test(path), missed).catch(missed);
      sounds.push(...inside ?? []);
      if (inside?.length === 0) problems.push(`${shownName(name)} has no sounds.`);
    } else if (soundNames.test(name) || type === '' || /^(audio|video)\/|octet-stream/.test(type)) sounds.push(each);
    else others.push(shownName(name));
  }
  if (others.length > 0) problems.push(others.length === 1 ? `${others[0]} isn’t a sound.` : `${others.length} files aren’t sounds.`);
  return { found: sounds, problem: problems.join(' ') || null };
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Calls `take` with files that are dropped, chosen or pasted. */
export function watchFiles({ target, inputs, take }) {
  for (const input of inputs) {
    input.addEventListener('change', () => {
      const found = [...input.files]
        .filter(({ name }) => !input.webkitdirectory || isWanted(name))
        .map((file) => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
        .sort((a, b) => compare(a.folder + a.file.name, b.folder + b.file.name));
      take(found);
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
    const files = [.../** @type {ClipboardEvent} */ (event).clipboardData?.files ?? []];
    if (files.length > 0) take(files.map((file) => ({ file, folder: '' })));
  });
}
