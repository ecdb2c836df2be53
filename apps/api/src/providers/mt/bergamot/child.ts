/**
 * The child process that runs one direction's models: a model that crashes the wasm takes only this process
 * with it, and the memory comes back when it ends. Started by `child-handle.ts`.
 */
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { isSystemError } from '../../../lib/files.ts';
import { EXIT_FAILED, type FromChild, type ToChild } from './protocol.ts';
import { WasmTranslator } from './wasm.ts';

const WARM_UP = '1';

let translator: WasmTranslator | null = null;

process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToChild) => {
  handle(message).catch((error: unknown) => {
    const detail = translator?.describeFailure(error) ?? String(error);
    send({ type: 'failed', detail }, () => process.exit(EXIT_FAILED));
  });
});
lowerPriority();
// While the wasm works, this thread sees no `disconnect`; another one looks after the parent.
new Worker(new URL('./watch-parent.ts', import.meta.url), { workerData: process.ppid }).unref();

/** Lets answers of the server itself go first on a small machine. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    // A sandbox may forbid it; nothing depends on it.
    if (!isSystemError(error)) throw error;
  }
}

async function handle(message: ToChild): Promise<void> {
  if (message.type === 'load') {
    process.title = message.title;
    translator = await WasmTranslator.create(message.memoryLimitMb);
    for (const model of message.models) await translator.addModel(model);
    // Marian reads a model when it is first used; until then a corrupt one looks sound.
    translator.translate([WARM_UP], false);
    send({ type: 'loaded', memoryBytes: translator.memoryBytes });
    return;
  }
  if (translator === null) throw new Error('asked to translate before a model was loaded');
  const bodies = translator.translate(message.bodies, message.html);
  send({ type: 'translated', bodies, memoryBytes: translator.memoryBytes });
}

function send(message: FromChild, whenSent: () => void = () => {}): void {
  // A failure to send means that the parent is gone, and so does `disconnect`.
  process.send?.(message, whenSent);
}
