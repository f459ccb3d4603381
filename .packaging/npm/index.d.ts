import type { SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';

/** There is no program for this machine. */
export class MissingProgramError extends Error {
  readonly code: 'ALERTSOUND_MISSING_PROGRAM';
}

/**
 * The path of the program: ALERTSOUND_BINARY, or else that of the optional package for this platform.
 * Throws if there is none.
 */
export function binary(): string;

/** Runs the program and waits for it. By default it shares this process's standard streams. */
export function run(args: readonly string[], options?: SpawnSyncOptions): SpawnSyncReturns<string | Buffer>;

export interface ConvertSettings {
  /** IMA4 in CAF for iOS, which is the default, or 16-bit WAVE. */
  container?: 'caf' | 'wav';
  /** The length in seconds that a sound must stay under, 30 by default. */
  limit?: number;
  /** More options of `alertsound convert`, a word each, such as `['-q', '127', '--over-limit', 'trim']`, but none for inputs, outputs or reports. */
  options?: readonly string[];
  /** Removes the outputs of earlier calls whose sounds aren't among these. */
  prune?: boolean;
  /** Receives warnings; `console.warn` by default. */
  warn?: (message: string) => void;
}

export interface ConvertedSound {
  /** The absolute path of the sound. */
  input: string;
  /** The path of the output, or null if there is none (`--over-limit omit`). */
  output: string | null;
}

/**
 * Converts sounds, or folders of sounds, to files in one folder. A sound that is too long is an error unless
 * `options` choose another policy.
 *
 * On a Mac without the program, Apple's `afconvert` converts files instead. It ignores `options`; a warning says so.
 */
export function convert(sounds: readonly string[], folder: string, settings?: ConvertSettings): ConvertedSound[];
