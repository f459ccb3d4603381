import type { SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';

/** The error if there is no program for this machine. */
export class MissingProgramError extends Error {
  readonly code: 'ALERTSOUND_MISSING_PROGRAM';
}

/**
 * The path of the program: ALERTSOUND_BINARY, or the program in the optional package for this platform.
 * Throws if there is no program.
 */
export function binary(): string;

/** Runs the program and waits for it to end. By default, the program shares this process's standard streams. */
export function run(args: readonly string[], options?: SpawnSyncOptions): SpawnSyncReturns<string | Buffer>;

export interface ConvertSettings {
  /** `caf`, the default, is IMA4 in CAF for iOS. `wav` is 16-bit linear PCM in WAVE. */
  container?: 'caf' | 'wav';
  /** The length in seconds that a sound must stay under, 30 by default. */
  limit?: number;
  /** More options of `alertsound convert`, such as `['-q', '127', '--over-limit', 'trim']`. Options for inputs, outputs or reports aren't allowed. */
  options?: readonly string[];
  /** Whether to remove outputs of earlier calls whose sounds aren't among `sounds`. */
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
 * On a Mac without the program, Apple's `afconvert` converts the files. Then `options` are ignored, with a warning.
 */
export function convert(sounds: readonly string[], folder: string, settings?: ConvertSettings): ConvertedSound[];
