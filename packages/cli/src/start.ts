import { isatty } from 'node:tty';
import type { Io } from './io.ts';
import { runCli } from './run.ts';

/** Runs the command line of the process, and sets its exit code. */
export async function start(version: string): Promise<void> {
  const interrupt = new AbortController();
  process.on('SIGINT', () => {
    // The second Ctrl-C ends the process at once.
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort();
  });
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(0);
    });
  }
  process.exitCode = await runCli(process.argv.slice(2), ioOf(version, interrupt.signal));
}

function ioOf(version: string, signal: AbortSignal): Io {
  const isPipeline = process.env.CI !== undefined;
  const isTerminal = isatty(2) && !isPipeline;
  // The stream of standard input is opened only by what reads it.
  const terminal =
    isTerminal && isatty(0) ? { input: process.stdin, output: process.stderr } : null;
  return {
    env: process.env,
    cwd: process.cwd(),
    version,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    async readStdin() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
      return Buffer.concat(chunks);
    },
    isTerminal,
    terminal,
    now: () => new Date(),
    signal,
  };
}
