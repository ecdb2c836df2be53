/**
 * A child process that runs the models of one translation direction. If a model crashes the
 * WebAssembly module, only this process ends. Its memory is freed when it ends. `child-handle.ts`
 * starts it.
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
// Watches the parent process from another thread, because this thread receives no `disconnect`
// event while the WebAssembly module works.
new Worker(new URL('./watch-parent.ts', import.meta.url), { workerData: process.ppid }).unref();

/**
 * Lowers the priority of this process, because the service must stay responsive on a small machine.
 */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

async function handle(message: ToChild): Promise<void> {
  if (message.type === 'load') {
    process.title = message.title;
    translator = await WasmTranslator.create(message.memoryLimitMb);
    for (const model of message.models) await translator.addModel(model);
    // Translates a text at the start, because Marian reads a model only at its first use. A corrupt
    // model is noticed before the first request.
    translator.translate([WARM_UP], false);
    send({ type: 'loaded', memoryBytes: translator.memoryBytes });
    return;
  }
  if (translator === null) throw new Error('asked to translate before a model was loaded');
  const bodies = translator.translate(message.bodies, message.html);
  send({ type: 'translated', bodies, memoryBytes: translator.memoryBytes });
}

function send(message: FromChild, whenSent: () => void = () => {}): void {
  process.send?.(message, whenSent);
}
