import type { PromptStreams } from './output/prompts.ts';

/** The world of a command: what tests replace. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  /** Writes results. */
  out(text: string): void;
  /** Writes progress, warnings and errors. */
  err(text: string): void;
  /** Reads standard input to its end. */
  readStdin(): Promise<Uint8Array>;
  /** True if people read standard error. */
  readonly isTerminal: boolean;
  /** Streams to ask somebody on; null if nobody is there to answer. */
  readonly terminal: PromptStreams | null;
  readonly now: () => Date;
  /** Ends with Ctrl-C. */
  readonly signal: AbortSignal;
}
