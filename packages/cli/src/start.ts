import { addAbortSignal } from 'node:stream';
import { isatty } from 'node:tty';
import { EXIT, type ExitCode } from './fault.ts';
import type { Io } from './io.ts';
import { runCli } from './run.ts';

const SIGNALS = [
  ['SIGINT', EXIT.interrupted],
  ['SIGTERM', EXIT.terminated],
] as const;

/** Runs the command that the arguments of the process name, and sets the exit code. */
export async function start(argv: readonly string[], version: string): Promise<void> {
  const interrupt = new AbortController();
  let ended: ExitCode | null = null;
  for (const [signal, exit] of SIGNALS) {
    process.on(signal, () => {
      // A second Ctrl-C ends the process without cleanup.
      if (ended !== null) process.exit(exit);
      ended = exit;
      interrupt.abort();
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(0);
    });
  }
  if (argv.includes('--no-color')) process.env.NO_COLOR = '1';
  const exit = await runCli(argv, ioOf(version, interrupt.signal));
  process.exitCode = exit === EXIT.interrupted ? (ended ?? exit) : exit;
}

function ioOf(version: string, signal: AbortSignal): Io {
  const isPipeline = process.env.CI !== undefined;
  const isTerminal = isatty(2) && !isPipeline;
  const terminal =
    isTerminal && isatty(0) ? { input: process.stdin, output: process.stderr } : null;
  return {
    env: process.env,
    cwd: process.cwd(),
    version,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    async readStdin(ended) {
      const chunks: Uint8Array[] = [];
      const input = addAbortSignal(ended, process.stdin);
      for await (const chunk of input) chunks.push(chunk as Uint8Array);
      return Buffer.concat(chunks);
    },
    isTerminal,
    terminal,
    now: () => new Date(),
    signal,
  };
}
