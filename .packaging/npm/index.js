'use strict';
const childProcess = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const apple = require('./lib/apple');

/** There is no program for this machine. */
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

// Options that decide what is converted, where outputs go or what is printed, which callers of convert() rely on.
const RESERVED = [
  '-o', '--output', '-f', '--file', '--manifest', '--depfile', '--diagnostics', '--dry-run', '--', '-', '-h', '--help',
  '--version', '--shard', '--exclude', '--options'];
// The other options that have a value.
const VALUED = [
  '-d', '--data', '-c', '--channels', '-q', '--quality', '-r', '--src-quality', '--resampler', '--over-limit', '--limit',
  '--default-sound', '--max-bytes', '--max-seconds', '--jobs'];

function checkOptions(options) {
  let isValue = false;
  for (const option of options) {
    const isWord = typeof option === 'string';
    const isInput = isWord && !isValue && !option.startsWith('-');
    if (!isWord || isInput || RESERVED.includes(option.split('=', 1)[0])) {
      throw new Error(`alertsound: options: ${JSON.stringify(option)} can't be used here; remove it`);
    }
    isValue = !isValue && VALUED.includes(option);
  }
}

// Paths of sounds go to the program as arguments; there is no shell to interpret them.
function convert(sounds, folder, settings = {}) {
  const { container = 'caf', limit = 30, options = [], prune = false, warn = console.warn } = settings;
  checkOptions(options);
  const inputs = sounds.map((sound) => path.resolve(sound));
  if (inputs.length === 0) return [];
  try {
    binary();
  } catch (error) {
    if (!(error instanceof MissingProgramError) || !apple.isAvailable()) throw error;
    return apple.convert(inputs, folder, { container, limit, options, warn });
  }
  const format = container === 'wav' ? ['-f', 'WAVE', '-d', 'LEI16'] : ['-f', 'caff'];
  // The last of two equal options counts: callers may choose the policy, but not the outputs.
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
