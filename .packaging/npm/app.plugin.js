'use strict';
// The Expo config plugin. It turns sounds of any format into ring.caf in the iOS app and res/raw/ring.* in the Android
// app.
const fs = require('node:fs');
const path = require('node:path');
const { withXcodeProject, withDangerousMod, IOSConfig, createRunOncePlugin } = require('expo/config-plugins');
const { convert } = require('./index');
const { KEEP, collect } = require('./lib/names');
const { Outputs } = require('./lib/outputs');
const { addResource, removeResource } = require('./lib/project');
const { name, version } = require('./package.json');

// The formats that every version of Android plays. They go into res/raw unchanged.
const ANDROID = new Set(['.mp3', '.ogg', '.flac', '.m4a']);
// Android has no limit. A limit of a day only replaces the limit of iOS.
const NO_LIMIT = 86400;

/** Whether a file is a WAVE that every version of Android plays: 8- or 16-bit linear PCM. */
function isPlainWAVE(bytes) {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return false;
  for (let offset = 12; offset + 24 <= bytes.length; ) {
    const size = bytes.readUInt32LE(offset + 4);
    if (bytes.toString('latin1', offset, offset + 4) === 'fmt ') {
      return bytes.readUInt16LE(offset + 8) === 1 && [8, 16].includes(bytes.readUInt16LE(offset + 22));
    }
    offset += 8 + size + (size % 2);
  }
  return false;
}

/** The sounds of app.json. Throws if expo-notifications would also copy one of them. */
function soundsOf(config, sounds) {
  const found = collect(config.modRequest.projectRoot, sounds);
  const names = new Set(found.map((sound) => sound.name));
  const plugins = (config.plugins ?? []).filter((plugin) => Array.isArray(plugin));
  const [, other] = plugins.find(([plugin]) => plugin === 'expo-notifications') ?? [];
  for (const copied of Array.isArray(other?.sounds) ? other.sounds : []) {
    if (names.has(path.parse(String(copied)).name)) {
      throw new Error(
        `alertsound: ${copied} is among the sounds of expo-notifications, too, which copies it unconverted; ` +
          'remove it there');
    }
  }
  return found;
}

/** Converts sounds into a cache folder, and returns each output's bytes by its name. */
function converted(projectRoot, sounds, { container, limit, options }) {
  const cache = path.join(projectRoot, 'node_modules', '.cache', 'alertsound', container);
  const outputs = convert(sounds.map(({ file }) => file), cache, { container, limit, options, prune: true });
  const made = new Map(outputs.map(({ input, output }) => [path.resolve(input), output]));
  const files = new Map();
  for (const sound of sounds) {
    const output = made.get(sound.file);
    // A sound has no output if --over-limit omit leaves it out.
    if (output) files.set(`${sound.name}.${container}`, fs.readFileSync(output));
  }
  return files;
}

const withIOS = (config, { sounds, options }) =>
  withXcodeProject(config, (config) => {
    const { projectRoot, platformProjectRoot, projectName } = config.modRequest;
    if (!projectName) throw new Error('alertsound: the iOS project has no name; run expo prebuild --clean');
    const files = converted(projectRoot, soundsOf(config, sounds), {
      container: 'caf', limit: 30, options });
    const outputs = new Outputs(platformProjectRoot, path.join(platformProjectRoot, projectName));
    if (files.size === 0 && outputs.made.size === 0) return config;
    for (const file of outputs.update(files, console.warn)) {
      removeResource(config.modResults, { folder: projectName, file });
    }
    for (const file of files.keys()) {
      config.modResults = addResource(config.modResults, {
        folder: projectName, file, addResourceFileToGroup: IOSConfig.XcodeUtils.addResourceFileToGroup });
    }
    return config;
  });

/** The resource file that keeps sounds in release builds. Such builds can drop unused resources, and only strings refer to sounds. */
function keepList(names) {
  const list = names.map((name) => `@raw/${name}`).join(',');
  return Buffer.from(
    '<?xml version="1.0" encoding="utf-8"?>\n' +
      `<resources xmlns:tools="http://schemas.android.com/tools" tools:keep="${list}" />\n`);
}

const withAndroid = (config, { sounds }) =>
  withDangerousMod(config, ['android', (config) => {
    const { projectRoot, platformProjectRoot } = config.modRequest;
    const files = new Map();
    const others = [];
    for (const sound of soundsOf(config, sounds)) {
      const extension = path.extname(sound.file).toLowerCase();
      const isWAVE = extension === '.wav' || extension === '.wave';
      if (!ANDROID.has(extension) && !isWAVE) {
        others.push(sound);
        continue;
      }
      const bytes = fs.readFileSync(sound.file);
      if (isWAVE && !isPlainWAVE(bytes)) others.push(sound);
      else files.set(`${sound.name}${isWAVE ? '.wav' : extension}`, bytes);
    }
    const made = converted(projectRoot, others, { container: 'wav', limit: NO_LIMIT, options: [] });
    for (const [file, bytes] of made) files.set(file, bytes);
    const names = new Map([...files.keys()].map((file) => [path.parse(file).name, file]));
    if (files.size > 0) files.set(`${KEEP}.xml`, keepList([...names.keys()].sort()));

    const raw = path.join(platformProjectRoot, 'app', 'src', 'main', 'res', 'raw');
    const outputs = new Outputs(platformProjectRoot, raw);
    // Android's build fails if two files have the same name without the extension.
    for (const present of fs.existsSync(raw) ? fs.readdirSync(raw) : []) {
      const file = names.get(path.parse(present).name);
      if (file && file !== present && !outputs.isOurs(present)) {
        throw new Error(
          `alertsound: ${path.join(raw, present)}: has the name of ${file}, which this plugin makes; ` +
            'remove or rename one');
      }
    }
    if (files.size > 0 || outputs.made.size > 0) outputs.update(files, console.warn);
    return config;
  }]);

function withAlertSounds(config, properties) {
  const { sounds = [], options = [], ...unknown } = properties ?? {};
  if (Object.keys(unknown).length > 0) {
    throw new Error(
      `alertsound: app.json: unknown property ${Object.keys(unknown).join(', ')}; there are "sounds" and "options"`);
  }
  if (!Array.isArray(options) || !options.every((option) => typeof option === 'string')) {
    throw new Error('alertsound: app.json: "options" must be an array of words, such as ["-q", "127"]');
  }
  return withAndroid(withIOS(config, { sounds, options }), { sounds });
}

module.exports = createRunOncePlugin(withAlertSounds, name, version);
