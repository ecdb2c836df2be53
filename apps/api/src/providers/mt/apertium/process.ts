import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { tuningLines } from './tuning.ts';

const run = promisify(execFile);

/** Settings of an Apertium pipeline. All values come from the operator and never from a user. */
export interface PipelineCommand {
  readonly modeFile: string;
  /** Value of the variable `PATH` with which Apertium's programs are found. */
  readonly searchPath: string;
  /** True to run the programs with another memory allocator and scheduling policy. */
  readonly isTuned?: boolean;
}

export interface PipelineEvents {
  /** Called with each answer of the pipeline, without the NUL that ends the answer. */
  onBlock(block: string): void;
  /**
   * Called when the pipeline has ended for any reason. No further answer follows. `said` is the end
   * of the standard error output, which may quote texts.
   */
  onEnd(how: string, said: string): void;
}

const BUILD_TIMEOUT_MS = 10_000;
const KILL_AFTER_MS = 1_000;
const MAX_ANSWER_LENGTH = 4 * 1024 * 1024;
const KEPT_STDERR_LENGTH = 500;

/**
 * Returns a script that runs a pipeline and watches its stages. When a stage ends, the shell ends
 * all stages, because an incomplete pipeline gives no answers or empty answers.
 */
function watchStages(pipeline: string, isTuned = false): string {
  return [
    ...(isTuned ? tuningLines() : []),
    'exec 3<&0',
    'trap : TERM',
    "trap 'kill -TERM 0; kill -CONT 0' CHLD",
    `<&3 ${pipeline} &`,
    'exec 3<&- <&-',
    'until wait; do :; done',
  ].join('\n');
}

/**
 * Starts a pipeline that answers block by block (`-z`, null flush). Rejects if Apertium's programs
 * are missing.
 */
export async function startPipeline(
  command: PipelineCommand,
  events: PipelineEvents,
): Promise<PipelineProcess> {
  const env = { PATH: command.searchPath, LC_ALL: 'C.UTF-8' };
  const { stdout } = await run('apertium-wblank-mode', ['-z', command.modeFile], {
    env,
    timeout: BUILD_TIMEOUT_MS,
  });
  const pipeline = stdout.trim();
  if (pipeline === '' || pipeline.includes('\n'))
    throw new Error(`${command.modeFile} does not contain a pipeline on a single line`);
  // `--norc` is needed because bash mistakes a socket on its standard input for a remote shell and
  // would read ~/.bashrc. The argument `-g` makes the generator mark unknown words.
  const script = watchStages(pipeline, command.isTuned);
  const shell = ['--noprofile', '--norc', '-o', 'pipefail', '-c', script];
  const child = spawn('bash', [...shell, 'apertium', '-g', ''], {
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const started = new PipelineProcess(child, events);
  await once(child, 'spawn');
  return started;
}

/**
 * A running pipeline. It consists of a shell and one process per stage, which form their own
 * process group.
 */
export class PipelineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #events: PipelineEvents;
  readonly #exited: Promise<void>;
  #pieces: string[] = [];
  #length = 0;
  #unsent = '';
  #hasEnded = false;
  #killTimer: NodeJS.Timeout | undefined;

  constructor(child: ChildProcessWithoutNullStreams, events: PipelineEvents) {
    this.#child = child;
    this.#events = events;
    let said = '';
    child.stderr.on('data', (data: Buffer) => {
      said = (said + data.toString('utf8')).slice(-KEPT_STDERR_LENGTH);
    });
    child.stdout.setEncoding('utf8').on('data', (data: string) => this.#receive(data));
    child.stdin.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      child.once('exit', () => this.#signalGroup('SIGKILL'));
      child.once('close', (code, signal) => {
        this.#hasEnded = true;
        clearTimeout(this.#killTimer);
        events.onEnd(`it exited with ${signal ?? `code ${code}`}`, said.trim());
        resolve();
      });
    });
  }

  /** Process id of the shell, which is also the id of the process group. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * Sends one request. `block` must not include the NUL that ends a request, because this method
   * adds the NUL.
   */
  write(block: string): void {
    // Combines pending requests into one write, because each write wakes all stages of the pipeline.
    if (this.#unsent === '') {
      queueMicrotask(() => {
        this.#child.stdin.write(this.#unsent);
        this.#unsent = '';
      });
    }
    this.#unsent += `${block}\0`;
  }

  /** Kills all stages, including hung stages. Resolves when they have ended. */
  kill(): Promise<void> {
    if (!this.#hasEnded && this.#killTimer === undefined) {
      this.#signalGroup('SIGTERM');
      this.#signalGroup('SIGCONT');
      this.#killTimer = setTimeout(() => this.#signalGroup('SIGKILL'), KILL_AFTER_MS);
    }
    return this.#exited;
  }

  /**
   * Closes the input of the pipeline, so that the pipeline ends by itself. Kills the remaining
   * processes after `graceMs`.
   */
  async end(graceMs: number): Promise<void> {
    this.#child.stdin.end();
    const timer = setTimeout(() => void this.kill(), graceMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #receive(data: string): void {
    let from = 0;
    for (let at = data.indexOf('\0'); at !== -1; at = data.indexOf('\0', from)) {
      const block = [...this.#pieces, data.slice(from, at)].join('');
      from = at + 1;
      this.#pieces = [];
      this.#length = 0;
      this.#events.onBlock(block);
    }
    this.#pieces.push(data.slice(from));
    this.#length += data.length - from;
    if (this.#length > MAX_ANSWER_LENGTH) void this.kill();
  }

  #signalGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    try {
      if (pid !== undefined) process.kill(-pid, signal);
    } catch {}
  }
}
