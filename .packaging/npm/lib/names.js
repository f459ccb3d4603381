'use strict';
const fs = require('node:fs');
const path = require('node:path');

// Android turns each name into a Java field of R.raw.
const NAME = /^[a-z_][a-z0-9_]*$/;
const JAVA_WORDS = new Set(
  ('abstract assert boolean break byte case catch char class const continue default do double else enum extends ' +
    'false final finally float for goto if implements import instanceof int interface long native new null package ' +
    'private protected public return short static strictfp super switch synchronized this throw throws transient ' +
    'true try void volatile while').split(' '));

// Those of the library, as a test checks.
const pathExtensions = new Set([
  '3g2', '3ga', '3gp', 'aac', 'ac3', 'adts', 'afc', 'aif', 'aifc', 'aiff', 'aifs', 'amr', 'ape', 'au', 'awb', 'bwf',
  'caf', 'caff', 'ec3', 'flac', 'gsm', 'm4a', 'm4b', 'm4r', 'mka', 'mp1', 'mp2', 'mp3', 'mpga', 'oga', 'ogg', 'opus',
  'qta', 'ra', 'rf64', 'snd', 'w64', 'wav', 'wave', 'weba', 'wma', 'wv',
]);

/** The base name of the file in res/raw that keeps sounds. A sound can't have this name. */
const KEEP = 'alertsound_keep';

function isValid(name) {
  return NAME.test(name) && !JAVA_WORDS.has(name) && name !== KEEP && name !== '_';
}

function validName(name) {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
    .replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  const start = /^[a-z]/.test(words) ? words : `sound_${words}`.replace(/_$/, '');
  return isValid(start) ? start : `${start}_sound`;
}

function filesOf(folder) {
  const files = [];
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) files.push(...filesOf(file));
    else if (pathExtensions.has(path.extname(entry.name).slice(1).toLowerCase())) files.push(file);
  }
  return files;
}

/**
 * The sounds at the paths in `sounds`, as { name, file, shown }: the name that both systems use, the absolute
 * path, and the path to print. Throws one error that lists all problems.
 */
function collect(projectRoot, sounds) {
  if (!Array.isArray(sounds) || !sounds.every((sound) => typeof sound === 'string' && sound !== '')) {
    throw new Error('alertsound: "sounds" must be an array of paths of sounds or folders');
  }
  const errors = [];
  const found = new Map();
  for (const sound of sounds) {
    const file = path.resolve(projectRoot, sound);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat) {
      errors.push(`${sound}: not found; paths are relative to ${projectRoot}`);
    } else if (stat.isDirectory()) {
      const files = filesOf(file);
      if (files.length === 0) errors.push(`${sound}: there is no sound in this folder`);
      for (const each of files) found.set(each, path.relative(projectRoot, each));
    } else {
      found.set(file, path.relative(projectRoot, file));
    }
  }
  const named = new Map();
  for (const [file, shown] of found) {
    const { name, ext } = path.parse(file);
    if (!isValid(name)) {
      errors.push(
        `${shown}: ${name} is no valid name on Android, which allows a-z, 0-9 and _, with no digit first, and no ` +
          `reserved word; rename it to ${validName(name)}${ext.toLowerCase()}`);
    } else if (named.has(name)) {
      errors.push(`${shown}: has the same name as ${named.get(name).shown}; both would be ${name}.caf; rename one`);
    } else {
      named.set(name, { name, file, shown });
    }
  }
  if (errors.length > 0) throw new Error(errors.map((text) => `alertsound: ${text}`).join('\n'));
  return [...named.values()];
}

module.exports = { KEEP, collect, validName };
