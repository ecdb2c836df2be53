import type { Config } from '@parlance/config';
import type { ExitCode, Fault } from './fault.ts';
import type { FlagValues } from './flag-values.ts';
import type { Io } from './io.ts';
import type { MemberWords } from './member-words.ts';
import type { Paint } from './output/paint.ts';
import type { StartProgress } from './output/progress.ts';
import type { Prompts } from './output/prompts.ts';
import type { Side } from './sync/side.ts';

export interface Flag {
  /** Type of the flag's value. A flag of the type `texts` can be repeated. */
  readonly type: 'boolean' | 'text' | 'texts';
  readonly description: string;
  /** Placeholder for the value in the help, such as `FILE`. */
  readonly value?: string;
  readonly choices?: readonly string[];
}

export interface Command {
  /** Name of the command, which has one or two words. */
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments. A name that ends in `?` is optional. */
  readonly arguments?: readonly string[];
  readonly flags?: Readonly<Record<string, Flag>>;
  /** Flags that have a meaning only together with another flag, by that other flag. */
  readonly partsOf?: Readonly<Record<string, readonly string[]>>;
  readonly load: () => Promise<{ run: (call: Call) => Promise<Outcome> }>;
}

export interface Table {
  readonly commands: readonly Command[];
  readonly globalFlags: Readonly<Record<string, Flag>>;
}

export interface Call {
  readonly io: Io;
  readonly arguments: readonly string[];
  readonly flags: FlagValues;
  /**
   * The names that the user typed for the members of a request. They replace the members in messages of the service.
   */
  readonly words: MemberWords;
  /**
   * Reads `parlance.json`.
   * @throws CliError if there is no such file
   */
  readonly config: () => Promise<Config>;
  readonly table: Table;
  readonly note: (line: string) => void;
  readonly paint: Paint;
  readonly progress: StartProgress;
  /** Loads the module for interactive questions. Returns null if there is no terminal. */
  readonly prompts: () => Promise<Prompts | null>;
  readonly answers: Map<string, Side>;
}

/**
 * Result of a command. The command line tool prints `data` if `--json` is set, and `lines`
 * otherwise.
 */
export interface Outcome {
  readonly data: unknown;
  readonly lines: readonly string[];
  readonly exit?: ExitCode;
  readonly warnings?: readonly Fault[];
  readonly errors?: readonly Fault[];
  /** Text for standard output. If present, it is printed in place of `lines`. */
  readonly raw?: string;
}
