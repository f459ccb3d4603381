'use strict';
const assert = require('node:assert/strict');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { once } = require('node:events');
const { test } = require('node:test');
const { SAMPLES, copyPackage, program, temporary } = require('./support');

const BINARY = program();

/** A copy of the package with the given optionalDependencies in its package.json. */
function installed(t, optionalDependencies = {}) {
  const folder = path.join(temporary(t), 'node_modules', 'alertsound');
  copyPackage(folder);
  const file = path.join(folder, 'package.json');
  fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), optionalDependencies }));
  return folder;
}

function shim(folder, args, environment = {}) {
  const env = { ...process.env, ...environment };
  for (const name of Object.keys(environment)) if (environment[name] === undefined) delete env[name];
  return spawnSync(process.execPath, [path.join(folder, 'bin', 'alertsound.js'), ...args], { encoding: 'utf8', env });
}

test('the shim passes arguments, output and exit status on', (t) => {
  const folder = installed(t);
  assert.match(shim(folder, ['--version']).stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal(shim(folder, ['check', path.join(SAMPLES, 'Siren.caf')]).status, 1);
  assert.equal(shim(folder, ['no such command']).status, 64);
});

test('the shim finds the platform’s package', (t) => {
  const name = `@alertsound/${process.platform}-${process.arch}`;
  const folder = installed(t, { [name]: '0.0.0' });
  const missing = shim(folder, ['--version'], { ALERTSOUND_BINARY: undefined });
  assert.equal(missing.status, 127);
  assert.equal(missing.stderr, `alertsound: the package ${name} is not installed; install without --omit=optional and on ` +
    "the machine that runs it (node_modules can't be copied between platforms), or set ALERTSOUND_BINARY to the path of an " +
    'alertsound program\n');
  const bin = path.join(folder, '..', name, 'bin');
  fs.mkdirSync(bin, { recursive: true });
  fs.symlinkSync(BINARY, path.join(bin, 'alertsound'));
  assert.match(shim(folder, ['--version'], { ALERTSOUND_BINARY: undefined }).stdout, /^\d/);
});

test('a platform without a program has its own message', (t) => {
  const result = shim(installed(t), ['--version'], { ALERTSOUND_BINARY: undefined });
  assert.equal(result.status, 127);
  assert.match(result.stderr, /^alertsound: this release has no program for \S+; build one/);
});

test('a wrong ALERTSOUND_BINARY is an error', (t) => {
  const result = shim(installed(t), ['--version'], { ALERTSOUND_BINARY: '/nowhere/alertsound' });
  assert.equal(result.status, 127);
  assert.match(result.stderr, /^alertsound: ALERTSOUND_BINARY: \/nowhere\/alertsound is not a program/);
});

test('signals reach the program, and its end by one is passed on', async (t) => {
  const folder = installed(t);
  const script = path.join(folder, 'wait');
  fs.writeFileSync(script, '#!/bin/sh\necho started\nexec sleep 60\n', { mode: 0o755 });
  const child = spawn(process.execPath, [path.join(folder, 'bin', 'alertsound.js')], {
    env: { ...process.env, ALERTSOUND_BINARY: script }, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
});

test('convert returns the outputs', (t) => {
  const folder = temporary(t);
  const { convert } = require(installed(t));
  const sounds = [path.join(SAMPLES, 'Sonar.aiff'), path.join(SAMPLES, 'Knock.wav')];
  assert.deepEqual(convert(sounds, folder), [
    { input: sounds[0], output: path.join(folder, 'Sonar.caf') },
    { input: sounds[1], output: path.join(folder, 'Knock.caf') },
  ]);
  assert.ok(fs.existsSync(path.join(folder, 'Knock.caf')));
  const [wave] = convert([sounds[0]], folder, { container: 'wav' });
  assert.deepEqual(wave, { input: sounds[0], output: path.join(folder, 'Sonar.wav') });
  assert.deepEqual(convert([], folder), []);
  const long = path.join(SAMPLES, 'Siren.caf');
  assert.throws(() => convert([long], folder), /Siren\.caf: error: 31\.2 s long/);
  const warnings = [];
  const warn = (text) => warnings.push(text);
  const omitted = convert([long], folder, { options: ['--over-limit', 'omit'], warn });
  assert.deepEqual(omitted, [{ input: long, output: null }]);
  assert.match(warnings.join(), /31\.2 s long/);
  const refused = [
    ['--output=x'], ['-h'], ['--version'], ['--exclude', '*.wav'], ['--android=/any/folder'], ['-f', 'WAVE'], ['--manifest', 'x'],
    ['--options', 'x'], ['--no-such-option'], ['-'], ['--'], [''], [1]];
  for (const options of refused) {
    const message = `alertsound: options: ${JSON.stringify(options[0])} can't be used here; remove it`;
    assert.throws(() => convert([long], folder, { options }), { message });
  }
  const [all] = convert([sounds[0]], folder, {
    options: ['--repeat', '29', '--trim', '0:0.5', '--for', 'notification', '--no-import', '--gap=0.1', '--jobs', '1'] });
  assert.equal(all.output, path.join(folder, 'Sonar.caf'));
  for (const options of [['x.wav'], ['-q', '0', 'x.wav'], ['-q=0', 'x.wav'], ['--prune', 'x.wav']]) {
    assert.throws(() => convert([long], folder, { options }), /options: "x\.wav" can't be used here/);
  }
});
