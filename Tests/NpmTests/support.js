'use strict';
const childProcess = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const SAMPLES = path.join(__dirname, '..', '..', 'Samples');
/** The package under test: the sources or an installed copy. */
const PACKAGE = process.env.ALERTSOUND_PACKAGE ?? path.join(__dirname, '..', '..', '.packaging', 'npm');

/** A temporary folder, removed after the test. */
function temporary(t) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'alertsound-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function copyPackage(folder) {
  for (const name of ['package.json', 'index.js', 'app.plugin.js', 'bin', 'lib']) {
    fs.cpSync(path.join(PACKAGE, name), path.join(folder, name), { recursive: true });
  }
}

/** A copy of the fixture with the package and with sounds: ring.aiff, more/knock.wav and more/folder/chime_2.WAV. */
function fixture(t) {
  const root = temporary(t);
  fs.cpSync(path.join(__dirname, 'fixture'), root, { recursive: true });
  copyPackage(path.join(root, 'node_modules', 'alertsound'));
  const expo = path.join(root, 'node_modules', 'expo');
  fs.mkdirSync(expo);
  fs.copyFileSync(path.join(__dirname, 'standin', 'config-plugins.js'), path.join(expo, 'config-plugins.js'));
  fs.copyFileSync(path.join(__dirname, 'standin', 'xcode.js'), path.join(expo, 'xcode.js'));
  const file = (...names) => path.join(root, ...names);
  fs.mkdirSync(file('assets', 'more', 'folder'), { recursive: true });
  fs.copyFileSync(path.join(SAMPLES, 'Sonar.aiff'), file('assets', 'ring.aiff'));
  fs.copyFileSync(path.join(SAMPLES, 'Knock.wav'), file('assets', 'more', 'knock.wav'));
  fs.copyFileSync(path.join(SAMPLES, 'Chime.wav'), file('assets', 'more', 'folder', 'chime_2.WAV'));
  fs.writeFileSync(file('assets', 'more', 'README.md'), 'Not a sound.');
  return {
    root,
    file,
    project: file('ios', 'Meadow.xcodeproj', 'project.pbxproj'),
    /** Does the work of `expo prebuild`, with the plugin's properties in app.json or the given ones. */
    async prebuild(properties, platforms) {
      const { expo: config } = JSON.parse(fs.readFileSync(file('app.json'), 'utf8'));
      const plugin = require(file('node_modules', 'alertsound', 'app.plugin.js'));
      const { prebuild } = require(file('node_modules', 'expo', 'config-plugins.js'));
      await prebuild(plugin(config, properties ?? config.plugins[0][1]), root, platforms);
    },
    files(folder) {
      return fs.readdirSync(file(folder)).sort();
    },
  };
}

/** The number of resource lists in a project that contain a file. */
function resourceCount(project, name) {
  return fs.readFileSync(project, 'utf8').split(`/* ${name} in Resources */,`).length - 1;
}

function program() {
  if (!process.env.ALERTSOUND_BINARY) throw new Error('set ALERTSOUND_BINARY to the path of the program alertsound');
  return process.env.ALERTSOUND_BINARY;
}

/** Pretends to be a Mac, where calls of /usr/bin/afconvert and afinfo run our tools. */
function pretendMac(t, { afconvert, afinfo } = {}) {
  const binary = process.env.ALERTSOUND_BINARY;
  delete process.env.ALERTSOUND_BINARY;
  const platform = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  t.after(() => {
    process.env.ALERTSOUND_BINARY = binary;
    Object.defineProperty(process, 'platform', platform);
  });
  const tools = {
    '/usr/bin/afconvert': afconvert ?? ((args, options) => spawn(binary, ['afconvert', ...args], options)),
    '/usr/bin/afinfo': afinfo ?? ((args, options) => spawn(binary, ['afinfo', ...args], options)),
  };
  const spawn = ownTool(childProcess.spawnSync);
  const existsSync = fs.existsSync;
  t.mock.method(fs, 'existsSync', (file) => file in tools || existsSync(file));
  const calls = [];
  t.mock.method(childProcess, 'spawnSync', (file, args, options) => {
    calls.push([file, ...args]);
    if (!(file in tools)) throw new Error(`${file} was run on a Mac`);
    return tools[file](args, options);
  });
  return calls;
}

/** Runs a tool as `alertsound NAME` or as the program NAME beside alertsound. */
function ownTool(spawnSync) {
  return (binary, [name, ...args], options) => {
    const beside = path.join(path.dirname(binary), name);
    return fs.statSync(beside, { throwIfNoEntry: false })
      ? spawnSync(beside, args, options) : spawnSync(binary, [name, ...args], options);
  };
}

module.exports = { PACKAGE, SAMPLES, copyPackage, fixture, pretendMac, program, resourceCount, temporary };
