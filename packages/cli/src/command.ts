import type { Config } from '@parlance/config';
import type { ExitCode, Fault } from './fault.ts';
import type { FlagValues } from './flag-values.ts';
import type { Io } from './io.ts';
import type { Paint } from './output/paint.ts';
import type { StartProgress } from './output/progress.ts';
import type { Prompts } from './output/prompts.ts';
import type { Side } from './sync/side.ts';

export interface Flag {
  /** `texts` is a text flag that can be repeated. */
  readonly type: 'boolean' | 'text' | 'texts';
  readonly description: string;
  /** Name of the value in the help. */
  readonly value?: string;
  readonly choices?: readonly string[];
}

export interface Command {
  /** Name of one or two words. */
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments. A `?` at the end marks an optional argument. */
  readonly arguments?: readonly string[];
  readonly flags?: Readonly<Record<string, Flag>>;
  readonly load: () => Promise<{ run: (call: Call) => Promise<Outcome> }>;
}

export interface Table {
  readonly commands: readonly Command[];
  readonly globalFlags: Readonly<Record<string, Flag>>;
}

/** A call of a command. */
export interface Call {
  readonly io: Io;
  readonly arguments: readonly string[];
  readonly flags: FlagValues;
  /** Reads `parlance.json`. @throws CliError if there is none */
  readonly config: () => Promise<Config>;
  /** All commands with their flags. */
  readonly table: Table;
  /** Reports progress to people. */
  readonly note: (line: string) => void;
  readonly paint: Paint;
  readonly progress: StartProgress;
  /** Loads the module that asks questions. Null if nobody can answer. */
  readonly prompts: () => Promise<Prompts | null>;
  /** Sides that the user has chosen for conflicts, by the conflicts' names. */
  readonly answers: Map<string, Side>;
}

/** Result of a command, with `data` for programs and `lines` for people. */
export interface Outcome {
  readonly data: unknown;
  readonly lines: readonly string[];
  readonly exit?: ExitCode;
  readonly warnings?: readonly Fault[];
  readonly errors?: readonly Fault[];
  /** Written to standard output unchanged, instead of `lines`. */
  readonly raw?: string;
}
