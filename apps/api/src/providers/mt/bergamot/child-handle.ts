import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromChild, ModelPaths, ToChild } from './protocol.ts';

export interface ChildOptions {
  /** Title of the process, which `ps` shows. */
  readonly title: string;
  readonly models: readonly ModelPaths[];
  /** Memory limit of the WebAssembly module in MiB, at most 2048. */
  readonly memoryLimitMb: number;
  readonly loadTimeoutMs: number;
}

/** Error message of `genericMalloc` in marian-dev (`tensors/cpu/aligned.h`). */
const ALLOCATION_FAILED = 'Failed to allocate memory';

/**
 * Thrown if a child process can no longer be used, because it crashed or was killed after a
 * timeout.
 */
export class ChildFailure extends Error {
  override readonly name = 'ChildFailure';
  readonly phase: 'load' | 'translate';
  readonly kind: 'crash' | 'timeout' | 'stopped';
  /** Last output of the child process. It is only logged. */
  readonly output: string;

  constructor(
    phase: ChildFailure['phase'],
    kind: ChildFailure['kind'],
    detail: string,
    output: string,
  ) {
    super(detail);
    this.phase = phase;
    this.kind = kind;
    this.output = output;
  }

  /** True if the child process has reached its memory limit. */
  get isOutOfMemory(): boolean {
    return this.output.includes(ALLOCATION_FAILED);
  }
}

export const stopped = (): ChildFailure =>
  new ChildFailure('translate', 'stopped', 'the engine is closed', '');

interface Pending {
  readonly phase: ChildFailure['phase'];
  readonly timer: NodeJS.Timeout;
  resolve(bodies: readonly string[]): void;
  reject(failure: ChildFailure): void;
}

const CHILD_PATH = fileURLToPath(new URL('./child.ts', import.meta.url));
/**
 * Heap limit for JavaScript in the child process, in MiB. The models are not part of the JavaScript
 * heap.
 */
const HEAP_LIMIT_MB = 256;
const KEPT_OUTPUT_LENGTH = 2_000;

/**
 * A child process with the models of one translation direction. It processes one request at a time.
 */
export class ChildHandle {
  /** Memory of the WebAssembly module at the time of the last answer, in bytes. */
  memoryBytes = 0;
  readonly exited: Promise<void>;
  readonly #process: ChildProcess;
  #pending: Pending | null = null;
  #ended: { kind: ChildFailure['kind']; detail: string } | null = null;
  #output = '';

  /**
   * Resolves when the models are loaded.
   * @throws ChildFailure
   */
  readonly loaded: Promise<void>;

  constructor(options: ChildOptions) {
    const { title, models, memoryLimitMb, loadTimeoutMs } = options;
    this.#process = fork(CHILD_PATH, [], {
      execArgv: [`--max-old-space-size=${HEAP_LIMIT_MB}`],
      // Leaves out the environment variables of the service, because the child process must not get
      // API keys and passwords.
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => this.#keep(text));
    this.#process.on('message', (message: FromChild) => this.#receive(message));
    this.exited = new Promise((resolve) => {
      this.#process.once('close', (code, signal) => {
        this.#end('crash', `the process of ${title} ended (${signal ?? `code ${code}`})`);
        resolve();
      });
      this.#process.once('error', (error) => {
        this.#end('crash', `the process of ${title} failed: ${error.message}`);
        if (this.#process.pid === undefined) resolve();
      });
    });
    const load = { type: 'load', title, models, memoryLimitMb } as const;
    this.loaded = this.#ask('load', loadTimeoutMs, load).then(() => {});
    this.loaded.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** @throws ChildFailure, after which the child process cannot be used */
  translate(
    bodies: readonly string[],
    html: boolean,
    timeoutMs: number,
  ): Promise<readonly string[]> {
    return this.#ask('translate', timeoutMs, { type: 'translate', bodies, html });
  }

  /** Kills the process. No state is lost, because the process stores nothing. */
  async close(): Promise<void> {
    this.#end('stopped', 'the process was stopped');
    this.#process.kill('SIGKILL');
    await this.exited;
  }

  #ask(phase: Pending['phase'], timeoutMs: number, message: ToChild): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) {
        reject(new ChildFailure(phase, this.#ended.kind, this.#ended.detail, this.#output));
        return;
      }
      const timer = setTimeout(() => {
        this.#end('timeout', `no answer within ${timeoutMs / 1000} s`);
        this.#process.kill('SIGKILL');
      }, timeoutMs);
      this.#pending = { phase, timer, resolve, reject };
      this.#process.send(message, () => {});
    });
  }

  #receive(message: FromChild): void {
    if (message.type === 'failed') {
      this.#keep(message.detail);
      this.#end('crash', 'the WebAssembly module failed');
      return;
    }
    this.memoryBytes = message.memoryBytes;
    const pending = this.#takePending();
    pending?.resolve(message.type === 'translated' ? message.bodies : []);
  }

  #end(kind: ChildFailure['kind'], detail: string): void {
    this.#ended ??= { kind, detail };
    const pending = this.#takePending();
    pending?.reject(
      new ChildFailure(pending.phase, this.#ended.kind, this.#ended.detail, this.#output),
    );
  }

  #takePending(): Pending | null {
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) clearTimeout(pending.timer);
    return pending;
  }

  #keep(text: string): void {
    this.#output = `${this.#output}${text}\n`.slice(-KEPT_OUTPUT_LENGTH);
  }
}
