/**
 * A parent process that a test can kill. Its argument is JSON `{ models, words }`. It starts a child process, prints
 * its process id, and gives it `words` words to translate.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildHandle } from '../../../src/providers/mt/bergamot/child-handle.ts';
import type { ModelPaths } from '../../../src/providers/mt/bergamot/protocol.ts';

const ARRIVAL_MS = 500;
const { models, words }: { models: ModelPaths[]; words: number } = JSON.parse(
  process.argv[2] ?? '',
);
const child = new ChildHandle({
  title: 'parlance-bergamot test',
  models,
  memoryLimitMb: 2_048,
  loadTimeoutMs: 60_000,
});
await child.loaded;
const work = words === 0 ? null : child.translate(['Save '.repeat(words)], false, 600_000);
// Waits until the message has arrived and the WebAssembly module is translating.
await sleep(ARRIVAL_MS);
process.stdout.write(`${child.pid}\n`);
await work;
// Keeps the idle process alive.
setInterval(() => {}, 60_000);
