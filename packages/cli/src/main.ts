#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import type { Io } from './io.ts';
import { runCli } from './run.ts';

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

const isPipeline = process.env.CI !== undefined;
const isAnswered = process.stdin.isTTY === true && process.stderr.isTTY === true && !isPipeline;

const io: Io = {
  env: process.env,
  cwd: process.cwd(),
  version: (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    }
  ).version,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  async readStdin() {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  },
  isTerminal: process.stderr.isTTY === true && !isPipeline,
  terminal: isAnswered ? { input: process.stdin, output: process.stderr } : null,
  now: () => new Date(),
  signal: interrupt.signal,
};

process.exitCode = await runCli(process.argv.slice(2), io);
