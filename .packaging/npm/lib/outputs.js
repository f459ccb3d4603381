'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

// The names that a record may contain. The record is part of the native project, so it may come from an untrusted
// checkout.
const OUTPUT = /^[a-z][a-z0-9_]*\.[a-z0-9]+$/;

const digest = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

function write(file, bytes) {
  const part = path.join(path.dirname(file), `.${process.pid}-${path.basename(file)}`);
  try {
    fs.writeFileSync(part, bytes);
    fs.renameSync(part, file);
  } finally {
    fs.rmSync(part, { force: true });
  }
}

/** The bytes of a file, or undefined if there is none. */
function read(file) {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (!stat.isFile()) throw new Error(`alertsound: ${file}: is a link or a folder; remove it`);
  return fs.readFileSync(file);
}

/**
 * The files that the plugin made in a folder of the native project, with the digests of their contents. Only
 * unaltered files of the plugin are replaced or removed.
 */
class Outputs {
  constructor(platformRoot, folder) {
    this.record = path.join(platformRoot, '.alertsound.json');
    this.folder = folder;
    this.made = new Map();
    try {
      const { files } = JSON.parse(String(read(this.record) ?? '{"files":{}}'));
      for (const [name, value] of Object.entries(files)) if (OUTPUT.test(name)) this.made.set(name, value);
    } catch {
      // Without a valid record, no file counts as ours, so no file is replaced or removed.
      this.made.clear();
    }
  }

  path(name) {
    return path.join(this.folder, name);
  }

  /** Whether the plugin made the file, and nobody altered it since. */
  isOurs(name) {
    const bytes = read(this.path(name));
    return bytes !== undefined && this.made.get(name) === digest(bytes);
  }

  /** Throws unless the file is missing, ours, or already has these bytes. */
  expectReplaceable(name, bytes) {
    const present = read(this.path(name));
    if (present !== undefined && !present.equals(bytes) && !this.isOurs(name)) {
      throw new Error(
        `alertsound: ${this.path(name)}: exists, and isn't what this plugin made; ` +
          'move it away, or run expo prebuild --clean');
    }
  }

  /** Writes files, given as a map from names to bytes, and removes other files of earlier runs. Returns their names. */
  update(files, warn) {
    for (const [name, bytes] of files) this.expectReplaceable(name, bytes);
    fs.mkdirSync(this.folder, { recursive: true });
    const removed = [];
    for (const name of this.made.keys()) {
      if (files.has(name)) continue;
      if (this.isOurs(name)) {
        fs.unlinkSync(this.path(name));
        removed.push(name);
      } else if (read(this.path(name)) !== undefined) {
        warn(
          `alertsound: ${this.path(name)}: was changed since this plugin made it, so it stays; ` +
            "remove it if it isn't used");
      } else {
        removed.push(name);
      }
    }
    for (const [name, bytes] of files) {
      if (!read(this.path(name))?.equals(bytes)) write(this.path(name), bytes);
    }
    const digests = [...files].map(([name, bytes]) => [name, digest(bytes)]).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = `${JSON.stringify({ files: Object.fromEntries(digests) }, null, 2)}\n`;
    if (String(read(this.record)) !== text) write(this.record, text);
    this.made = new Map(digests);
    return removed;
  }
}

module.exports = { Outputs };
