'use strict';
const childProcess = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const apple = require('./lib/apple');

/** The error if there is no program for this machine. */
class MissingProgramError extends Error {
  constructor(message) {
    super(message);
    this.name = 'MissingProgramError';
    this.code = 'ALERTSOUND_MISSING_PROGRAM';
  }
}

function binary() {
  const own = process.env.ALERTSOUND_BINARY;
  if (own) {
    try {
      fs.accessSync(own, fs.constants.X_OK);
    } catch {
      throw new Error(
        `alertsound: ALERTSOUND_BINARY: ${own} is not a program that can be run; correct the path or unset it`);
    }
    return own;
  }
  const platform = `${process.platform}-${process.arch}`;
  const { optionalDependencies = {} } = require('./package.json');
  const name = `@alertsound/${platform}`;
  try {
    return require.resolve(`${name}/bin/alertsound`);
  } catch {
    const ways = 'or set ALERTSOUND_BINARY to the path of an alertsound program';
    if (!(name in optionalDependencies)) {
      throw new MissingProgramError(
        `alertsound: this release has no program for ${platform}; build one from the sources, ${ways}`);
    }
    throw new MissingProgramError(
      `alertsound: the package ${name} is not installed; install without --omit=optional and on the machine that runs it ` +
        `(node_modules can't be copied between platforms), ${ways}`);
  }
}

function run(args, options = {}) {
  const program = binary();
  const result = childProcess.spawnSync(program, args, { stdio: 'inherit', ...options });
  if (result.error) throw new Error(`alertsound: ${program} can't be run: ${result.error.message}`);
  return result;
}

// The sections of `alertsound convert --help` whose options change the converted sounds, and options of other sections
// that don't affect callers of convert(). All remaining options change the inputs, the outputs' paths or the printed
// text.
const SECTIONS = ['Format Options', 'Length Options', 'Preparation Options', 'Input Options'];
const HARMLESS = ['--force', '--jobs', '--prune'];
const CONTAINER = ['-f', '--file'];

/** The options of the program that a caller may use, and whether each has a value. */
function allowedOptions() {
  const { stdout } = run(['convert', '--experimental-dump-help'], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  const allowed = new Map();
  for (const { kind, names = [], sectionTitle } of JSON.parse(stdout).command.arguments) {
    for (const name of names.map(({ kind, name }) => (kind === 'long' ? `--${name}` : `-${name}`))) {
      const isSafe = SECTIONS.includes(sectionTitle) ? !CONTAINER.includes(name) : HARMLESS.includes(name);
      if (isSafe) allowed.set(name, kind === 'option');
    }
  }
  return allowed;
}

function checkOptions(options) {
  const allowed = options.length > 0 ? allowedOptions() : new Map();
  let isValue = false;
  for (const option of options) {
    const [name, value] = String(option).split(/=(.*)/s);
    if (typeof option !== 'string' || option === '' || (!isValue && !allowed.has(name))) {
      throw new Error(`alertsound: options: ${JSON.stringify(option)} can't be used here; remove it`);
    }
    isValue = !isValue && allowed.get(name) && value === undefined;
  }
}

// Sounds' paths are passed to the program as arguments, and no shell interprets them.
function convert(sounds, folder, settings = {}) {
  const { container = 'caf', limit = 30, options = [], prune = false, warn = console.warn } = settings;
  const inputs = sounds.map((sound) => path.resolve(sound));
  if (inputs.length === 0) return [];
  try {
    binary();
  } catch (error) {
    if (!(error instanceof MissingProgramError) || !apple.isAvailable()) throw error;
    return apple.convert(inputs, folder, { container, limit, options, warn });
  }
  checkOptions(options);
  const format = container === 'wav' ? ['-f', 'WAVE', '-d', 'LEI16'] : ['-f', 'caff'];
  // If an option is given twice, the last value counts. So callers may choose the policy, but not the outputs.
  const result = run(
    ['convert', '--over-limit', 'fail', '--limit', String(limit), '--quiet', ...(prune ? ['--prune'] : []), ...options,
      '--flatten', ...format, '-o', folder, '--manifest', '-', '--', ...inputs],
    { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 1 << 30 });
  const messages = result.stderr.trim();
  if (result.status !== 0) {
    throw new Error(messages || `alertsound: ended by ${result.signal ?? `status ${result.status}`}`);
  }
  if (messages) warn(messages);
  return JSON.parse(result.stdout).sounds.map(({ input, output }) => ({
    input, output: output === undefined ? null : path.join(folder, output),
  }));
}

module.exports = { MissingProgramError, binary, convert, run };
