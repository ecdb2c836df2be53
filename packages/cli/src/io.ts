import type { PromptStreams } from './output/prompts.ts';

/** The environment of a command, which tests replace. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  /** Writes results. */
  out(text: string): void;
  /** Writes progress, warnings and errors. */
  err(text: string): void;
  /** Reads the whole standard input. */
  readStdin(): Promise<Uint8Array>;
  /** True if standard error is a terminal. */
  readonly isTerminal: boolean;
  /** Streams for questions. Null if nobody can answer. */
  readonly terminal: PromptStreams | null;
  readonly now: () => Date;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}
