'use strict';
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { SAMPLES, fixture, pretendMac, program, resourceCount } = require('./support');

program();

const SOUNDS = ['chime_2.caf', 'knock.caf', 'ring.caf'];
const RAW = 'android/app/src/main/res/raw';
const silence = (t) => t.mock.method(console, 'warn', () => {});

test('a prebuild puts the sounds into both projects', async (t) => {
  const app = fixture(t);
  await app.prebuild();
  for (const name of SOUNDS) {
    assert.equal(resourceCount(app.project, name), 1, name);
    const info = spawnSync(program(), ['info', '--json', app.file('ios/Meadow', name)], { encoding: 'utf8' });
    assert.match(info.stdout, /"formatID" : "ima4"/);
  }
  const check = spawnSync(program(), ['check', '--strict', app.file('ios/Meadow')], { encoding: 'utf8' });
  assert.equal(check.status, 0, check.stdout + check.stderr);
  assert.deepEqual(app.files(RAW), ['alertsound_keep.xml', 'chime_2.wav', 'knock.wav', 'ring.wav']);
  // Plain WAVE is copied. µ-law and AIFF are converted, because Android doesn't promise to play
  // them.
  assert.deepEqual(fs.readFileSync(app.file(RAW, 'chime_2.wav')), fs.readFileSync(path.join(SAMPLES, 'Chime.wav')));
  for (const name of ['knock.wav', 'ring.wav']) {
    const info = spawnSync(program(), ['info', '--json', app.file(RAW, name)], { encoding: 'utf8' });
    assert.match(info.stdout, /"encoding" : "LEI16"/, name);
  }
  const keep = fs.readFileSync(app.file(RAW, 'alertsound_keep.xml'), 'utf8');
  assert.match(keep, /tools:keep="@raw\/chime_2,@raw\/knock,@raw\/ring"/);
});

test('later prebuilds change nothing', async (t) => {
  const app = fixture(t);
  await app.prebuild();
  const first = fs.readFileSync(app.project, 'utf8');
  const times = () => SOUNDS.map((name) => fs.statSync(app.file('ios/Meadow', name)).mtimeMs);
  const before = times();
  await app.prebuild();
  await app.prebuild();
  assert.equal(fs.readFileSync(app.project, 'utf8'), first);
  assert.deepEqual(times(), before);
});

test('another parser finds each sound once, in the app and not in its extension', {
  skip: process.env.PBXPROJ_PYTHON ? false : 'PBXPROJ_PYTHON names no Python with the package pbxproj',
}, async (t) => {
  const app = fixture(t);
  const resources = () => {
    const script = path.join(__dirname, 'resources.py');
    const result = spawnSync(process.env.PBXPROJ_PYTHON, [script, app.project], { encoding: 'utf8' });
    assert.equal(result.status, 0, result.stderr);
    return JSON.parse(result.stdout);
  };
  await app.prebuild();
  await app.prebuild();
  assert.deepEqual(resources(), {
    Bell: [], Meadow: ['Meadow/Images.xcassets', 'Meadow/ring.caf', 'Meadow/chime_2.caf', 'Meadow/knock.caf'] });
  await app.prebuild({ sounds: ['assets/ring.aiff'] });
  assert.deepEqual(resources(), { Bell: [], Meadow: ['Meadow/Images.xcassets', 'Meadow/ring.caf'] });
});

test('the recipe works', async (t) => {
  const app = fixture(t);
  const recipe = path.join(SAMPLES, 'Recipes', 'Expo');
  const { expo } = JSON.parse(fs.readFileSync(path.join(recipe, 'app.json'), 'utf8'));
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(recipe, 'package.json'), 'utf8'));
  assert.deepEqual(Object.keys(devDependencies), ['alertsound']);
  const [, properties] = expo.plugins.find(([name]) => name === 'alertsound');
  fs.renameSync(app.file('assets'), app.file('sounds'));
  await app.prebuild(properties);
  for (const name of SOUNDS) assert.equal(resourceCount(app.project, name), 1, name);
  assert.deepEqual(app.files(RAW), ['alertsound_keep.xml', 'chime_2.wav', 'knock.wav', 'ring.wav']);
});

test('a changed sound is converted again', async (t) => {
  const app = fixture(t);
  await app.prebuild();
  const before = fs.readFileSync(app.file('ios/Meadow/ring.caf'));
  fs.copyFileSync(path.join(SAMPLES, 'Marimba.caf'), app.file('assets/ring.aiff'));
  await app.prebuild();
  assert.notDeepEqual(fs.readFileSync(app.file('ios/Meadow/ring.caf')), before);
  assert.equal(resourceCount(app.project, 'ring.caf'), 1);
});

test('a removed sound leaves both projects', async (t) => {
  const app = fixture(t);
  const untouched = fs.readFileSync(app.project, 'utf8');
  // The stand-in's text for the unchanged project.
  await app.prebuild({ sounds: [] });
  const empty = fs.readFileSync(app.project, 'utf8');
  assert.equal(empty.includes('.caf'), untouched.includes('.caf'));
  assert.equal(fs.existsSync(app.file(RAW)), false);
  await app.prebuild();
  await app.prebuild({ sounds: ['assets/ring.aiff'] });
  assert.deepEqual(app.files('ios/Meadow'), ['AppDelegate.swift', 'ring.caf']);
  assert.deepEqual(app.files(RAW), ['alertsound_keep.xml', 'ring.wav']);
  assert.equal(fs.readFileSync(app.project, 'utf8').includes('knock.caf'), false);
  await app.prebuild({ sounds: [] });
  assert.equal(fs.readFileSync(app.project, 'utf8'), empty);
  assert.deepEqual(app.files(RAW), []);
});

test('a sound in another format replaces its predecessor', async (t) => {
  const app = fixture(t);
  await app.prebuild({ sounds: ['assets/ring.aiff'] });
  fs.rmSync(app.file('assets/ring.aiff'));
  fs.writeFileSync(app.file('assets/ring.mp3'), 'no MP3, but Android gets it as it is');
  await app.prebuild({ sounds: ['assets/ring.mp3'] }, ['android']);
  assert.deepEqual(app.files(RAW), ['alertsound_keep.xml', 'ring.mp3']);
  assert.deepEqual(fs.readFileSync(app.file(RAW, 'ring.mp3')), fs.readFileSync(app.file('assets/ring.mp3')));
});

test('files of others stay', async (t) => {
  const warn = silence(t);
  const app = fixture(t);
  fs.mkdirSync(app.file(RAW));
  fs.writeFileSync(app.file(RAW, 'ring.wav'), 'mine');
  fs.writeFileSync(app.file('ios/Meadow/ring.caf'), 'mine');
  await assert.rejects(app.prebuild(undefined, ['ios']), /Meadow\/ring\.caf: exists, and isn't what this plugin made/);
  await assert.rejects(app.prebuild(undefined, ['android']), /raw\/ring\.wav: exists, and isn't/);
  fs.renameSync(app.file(RAW, 'ring.wav'), app.file(RAW, 'ring.ogg'));
  await assert.rejects(app.prebuild(undefined, ['android']), /raw\/ring\.ogg: has the name of ring\.wav/);
  assert.deepEqual(app.files(RAW), ['ring.ogg']);
  assert.equal(fs.readFileSync(app.file('ios/Meadow/ring.caf'), 'utf8'), 'mine');
  fs.rmSync(app.file('ios/Meadow/ring.caf'));
  await app.prebuild(undefined, ['ios']);
  fs.appendFileSync(app.file('ios/Meadow/knock.caf'), 'edited');
  await app.prebuild({ sounds: ['assets/ring.aiff'] }, ['ios']);
  assert.match(warn.mock.calls[0].arguments[0], /knock\.caf: was changed since this plugin made it, so it stays/);
  assert.equal(fs.existsSync(app.file('ios/Meadow/knock.caf')), true);
});

test('a forged record removes nothing outside the project', async (t) => {
  const app = fixture(t);
  const outside = app.file('outside.caf');
  fs.writeFileSync(outside, 'mine');
  const digest = require('node:crypto').createHash('sha256').update('mine').digest('hex');
  const files = { '../../outside.caf': digest, [outside]: digest };
  fs.writeFileSync(app.file('ios/.alertsound.json'), JSON.stringify({ files }));
  await app.prebuild(undefined, ['ios']);
  assert.equal(fs.readFileSync(outside, 'utf8'), 'mine');
  fs.rmSync(app.file('ios/Meadow/ring.caf'));
  fs.symlinkSync(outside, app.file('ios/Meadow/ring.caf'));
  await assert.rejects(app.prebuild(undefined, ['ios']), /is a link or a folder/);
  assert.equal(fs.readFileSync(outside, 'utf8'), 'mine');
});

test('folders that Xcode synchronizes need no entry', async (t) => {
  const app = fixture(t);
  const group = /(0C0{21}2 \/\* Meadow \*\/ = ).*/;
  fs.writeFileSync(app.project, fs.readFileSync(app.project, 'utf8').replace(
    group, '$1{isa = PBXFileSystemSynchronizedRootGroup; path = Meadow; sourceTree = "<group>"; };'));
  await app.prebuild({ sounds: [] });
  const before = fs.readFileSync(app.project, 'utf8');
  await app.prebuild();
  assert.equal(fs.readFileSync(app.project, 'utf8'), before);
  assert.equal(fs.existsSync(app.file('ios/Meadow/ring.caf')), true);
});

test('another resource of the same name is an error', async (t) => {
  const app = fixture(t);
  fs.writeFileSync(app.project, fs.readFileSync(app.project, 'utf8').replaceAll('Images.xcassets', 'ring.caf')
    .replaceAll('Meadow/ring.caf', 'Other/ring.caf'));
  await assert.rejects(app.prebuild(), /another ring\.caf is already a resource of the app/);
});

test('a file that isn’t a resource of the app is an error', async (t) => {
  const app = fixture(t);
  await app.prebuild();
  const project = fs.readFileSync(app.project, 'utf8');
  fs.writeFileSync(app.project, project.replace(/\t*\w+ \/\* ring\.caf in Resources \*\/,\n/, ''));
  await assert.rejects(app.prebuild(), /Meadow\/ring\.caf is in the Xcode project, but not once among the resources/);
});

test('names must be valid on Android', async (t) => {
  const app = fixture(t);
  const reject = async (name, message) => {
    fs.copyFileSync(app.file('assets/ring.aiff'), app.file('assets', name));
    await assert.rejects(app.prebuild({ sounds: [`assets/${name}`] }), message);
  };
  await reject('MyRing-2.aiff', /assets\/MyRing-2\.aiff: .* rename it to my_ring_2\.aiff/);
  await reject('2nd.WAV', /rename it to sound_2nd\.wav/);
  await reject('new.wav', /rename it to new_sound\.wav/);
  await reject('Glöckchen.wav', /rename it to glockchen\.wav/);
  await reject('警告.wav', /rename it to sound\.wav/);
  await reject('alertsound_keep.wav', /rename it to alertsound_keep_sound\.wav/);
  fs.copyFileSync(app.file('assets/ring.aiff'), app.file('assets/more/ring.wav'));
  await assert.rejects(app.prebuild(), /assets\/more\/ring\.wav: has the same name as assets\/ring\.aiff/);
  assert.deepEqual(app.files('ios/Meadow'), ['AppDelegate.swift']);
});

test('a sound that expo-notifications copies, too, is an error', async (t) => {
  const app = fixture(t);
  const config = JSON.parse(fs.readFileSync(app.file('app.json'), 'utf8'));
  config.expo.plugins[1] = ['expo-notifications', { sounds: ['./assets/other.wav'] }];
  fs.writeFileSync(app.file('app.json'), JSON.stringify(config));
  await app.prebuild();
  config.expo.plugins[1][1].sounds.push('./assets/ring.wav');
  fs.writeFileSync(app.file('app.json'), JSON.stringify(config));
  for (const platform of ['ios', 'android']) {
    await assert.rejects(app.prebuild(undefined, [platform]), /ring\.wav is among the sounds of expo-notifications, too/);
  }
});

test('bad properties are errors', async (t) => {
  const app = fixture(t);
  await assert.rejects(app.prebuild({ sounds: 'ring.wav' }), /"sounds" must be an array/);
  await assert.rejects(app.prebuild({ sounds: ['missing.wav'] }), /missing\.wav: not found/);
  fs.mkdirSync(app.file('assets/empty'));
  await assert.rejects(app.prebuild({ sounds: ['assets/empty'] }), /assets\/empty: there is no sound/);
  await assert.rejects(app.prebuild({ sounds: [], sound: 'x' }), /unknown property sound/);
  await assert.rejects(app.prebuild({ sounds: [], options: '-q 1' }), /"options" must be an array/);
  await assert.rejects(app.prebuild({ sounds: ['assets'], options: ['-o', 'elsewhere'] }), /"-o" can't be used here/);
  fs.writeFileSync(app.file('assets/bad.wav'), 'no sound');
  await assert.rejects(app.prebuild({ sounds: ['assets/bad.wav'] }), /assets\/bad\.wav: error: /);
});

test('a sound that is too long is an error, unless options say otherwise', async (t) => {
  const warn = silence(t);
  const app = fixture(t);
  fs.copyFileSync(path.join(SAMPLES, 'Siren.caf'), app.file('assets/siren.caf'));
  const sounds = ['assets/siren.caf'];
  await assert.rejects(app.prebuild({ sounds }), /siren\.caf: error: 31\.2 s long/);
  assert.deepEqual(app.files('ios/Meadow'), ['AppDelegate.swift']);
  await app.prebuild({ sounds, options: ['--over-limit', 'trim'] });
  assert.match(warn.mock.calls[0].arguments[0], /siren\.caf: warning: /);
  const check = spawnSync(program(), ['check', app.file('ios/Meadow/siren.caf')], { encoding: 'utf8' });
  assert.match(check.stdout, /^plays/);
  // Android has no length limit.
  assert.ok(fs.statSync(app.file(RAW, 'siren.wav')).size > 31 * 8000 * 2);
  await app.prebuild({ sounds, options: ['--over-limit', 'omit'] });
  assert.equal(fs.existsSync(app.file('ios/Meadow/siren.caf')), false);
  assert.equal(fs.readFileSync(app.project, 'utf8').includes('siren.caf'), false);
});

test('a Mac without the program uses Apple’s tools', async (t) => {
  const warn = silence(t);
  const app = fixture(t);
  const calls = pretendMac(t);
  await app.prebuild({ sounds: ['assets/ring.aiff', 'assets/more'], options: ['-q', '127'] });
  const warnings = warn.mock.calls.map((call) => call.arguments[0]);
  assert.equal(warnings.length, 2);
  assert.match(warnings[0], /no alertsound program for this Mac, so Apple's afconvert converts the sounds/);
  assert.match(warnings[1], /ignores the options -q 127/);
  assert.deepEqual(new Set(calls.map(([file]) => file)), new Set(['/usr/bin/afconvert', '/usr/bin/afinfo']));
  for (const name of SOUNDS) assert.equal(resourceCount(app.project, name), 1, name);
  assert.deepEqual(app.files(RAW), ['alertsound_keep.xml', 'chime_2.wav', 'knock.wav', 'ring.wav']);
  fs.copyFileSync(path.join(SAMPLES, 'Siren.caf'), app.file('assets/siren.caf'));
  await assert.rejects(
    app.prebuild({ sounds: ['assets/siren.caf'] }), /siren\.caf: error: 31\.2 s long; iOS plays its default sound/);
});

test('a Mac whose tools state no length converts nothing', async (t) => {
  silence(t);
  const app = fixture(t);
  pretendMac(t, { afinfo: () => ({ status: 0, stdout: 'no length\n', stderr: '' }) });
  await assert.rejects(app.prebuild(), /states no length/);
  assert.deepEqual(app.files('ios/Meadow'), ['AppDelegate.swift']);
});

test('without a program, and not on a Mac, the error says what to do', async (t) => {
  const app = fixture(t);
  const binary = process.env.ALERTSOUND_BINARY;
  delete process.env.ALERTSOUND_BINARY;
  t.after(() => { process.env.ALERTSOUND_BINARY = binary; });
  await assert.rejects(app.prebuild(), /ALERTSOUND_BINARY/);
});
