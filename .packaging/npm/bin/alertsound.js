#!/usr/bin/env node
'use strict';
const { spawn } = require('node:child_process');
const { isatty } = require('node:tty');
const { binary } = require('..');

function start() {
  let program;
  try {
    program = binary();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 127;
    return;
  }
  let child;
  const forward = (signal) => child.kill(signal);
  // Install the handlers before the start, so that a signal right after it can't leave the program running. A terminal
  // also sends its interrupt to the program, so don't forward that interrupt.
  process.on('SIGINT', isatty(0) ? () => {} : forward);
  process.on('SIGTERM', forward);
  process.on('SIGHUP', forward);
  child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
  child.on('error', (error) => {
    console.error(`alertsound: ${program} can't be run: ${error.message}`);
    process.exitCode = 126;
  });
  child.on('exit', (status, signal) => {
    process.exitCode = status ?? 1;
    if (signal) {
      // End with the same signal, so that the shell sees it.
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
}

start();
