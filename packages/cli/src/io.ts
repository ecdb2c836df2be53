import type { PromptStreams } from './output/prompts.ts';

/** The environment of a command, such as its streams and environment variables. Tests replace it. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  out(text: string): void;
  err(text: string): void;
  /**
   * Reads standard input to its end.
   * @throws Error if the signal aborts first
   */
  readStdin(signal: AbortSignal): Promise<Uint8Array>;
  readonly isTerminal: boolean;
  /** Streams for interactive questions. Null if there is no terminal. */
  readonly terminal: PromptStreams | null;
  readonly now: () => Date;
  /** Signal that aborts on Ctrl-C, on SIGTERM and after `--timeout`. */
  readonly signal: AbortSignal;
}
