'use strict';
// Converts with the tools that every Mac has, if our program isn't installed on a Mac.
const childProcess = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const AFCONVERT = '/usr/bin/afconvert';
const AFINFO = '/usr/bin/afinfo';
const FORMATS = { caf: ['-f', 'caff', '-d', 'ima4'], wav: ['-f', 'WAVE', '-d', 'LEI16'] };

const warned = new Set();

function warnOnce(warn, text) {
  if (warned.has(text)) return;
  warned.add(text);
  warn(text);
}

function isAvailable() {
  return process.platform === 'darwin' && fs.existsSync(AFCONVERT) && fs.existsSync(AFINFO);
}

function run(program, args) {
  const result = childProcess.spawnSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  if (result.error) throw new Error(`${program} can't be run: ${result.error.message}`);
  if (result.status !== 0) {
    const [reason] = (result.stderr || result.stdout).trim().split('\n');
    throw new Error(`${program}: ${reason || `exit status ${result.status ?? result.signal}`}`);
  }
  return result.stdout;
}

/** The length in seconds. */
function length(file) {
  const match = /^estimated duration: ([0-9.]+) sec/m.exec(run(AFINFO, [file]));
  if (!match) throw new Error(`${AFINFO} states no length, so it is unknown whether iOS would play the sound`);
  return Number(match[1]);
}

function convertOne(input, output, { container, limit }) {
  // Write under another name first, so that an existing file stays if the conversion fails.
  const part = path.join(path.dirname(output), `.${process.pid}-${path.basename(output)}`);
  try {
    run(AFCONVERT, [...FORMATS[container], input, part]);
    const seconds = length(part);
    if (!(seconds < limit)) {
      throw new Error(`${seconds.toFixed(1)} s long; iOS plays its default sound for alerts over ${limit} s; shorten it`);
    }
    fs.renameSync(part, output);
  } finally {
    fs.rmSync(part, { force: true });
  }
}

function convert(inputs, folder, { container, limit, options, warn }) {
  warnOnce(
    warn, "alertsound: there is no alertsound program for this Mac, so Apple's afconvert converts the sounds: without a " +
      'search for IMA4 with less audible noise, and without checks except of the length; iOS sounds of 30 s or more are errors');
  if (options.length > 0) warnOnce(warn, `alertsound: Apple's afconvert ignores the options ${options.join(' ')}`);
  fs.mkdirSync(folder, { recursive: true });
  const errors = [];
  const sounds = [];
  const inputOf = new Map();
  for (const input of inputs) {
    const output = path.join(folder, `${path.parse(input).name}.${container}`);
    const key = output.toLowerCase();
    try {
      if (fs.statSync(input).isDirectory()) {
        throw new Error("is a folder, which can't be converted without the alertsound program; name its sounds");
      }
      if (inputOf.has(key)) throw new Error(`would have the same output as ${inputOf.get(key)}; rename it`);
      inputOf.set(key, input);
      if (path.resolve(output) === input) throw new Error('is its own output; choose another folder');
      convertOne(input, output, { container, limit });
      sounds.push({ input, output });
    } catch (error) {
      errors.push(`${input}: error: ${error.message}`);
    }
  }
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return sounds;
}

module.exports = { convert, isAvailable };
