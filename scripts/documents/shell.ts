import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const END = 'parlance-block-ends';

/** A bash process that runs blocks in sequence, as if a person pasted them. It ends at the first command that fails. */
export class Shell {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = '';

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#child = spawn('bash', ['--noprofile', '--norc'], { cwd, env, detached: true });
    this.#ended = once(this.#child, 'close');
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        this.#child.emit('said');
      });
    }
    this.#child.stdin!.write('exec 2>&1; set -eo pipefail\n');
  }

  /**
   * Runs commands and returns their output.
   * @throws if the exit code is not the expected one
   */
  async run(commands: string, expectedExit = 0): Promise<string> {
    this.#output = '';
    const mayFail = expectedExit !== 0;
    const lines = [
      ...(mayFail ? ['set +e'] : []),
      commands,
      `printf '\\n${END} %s\\n' "$?"`,
      ...(mayFail ? ['set -e'] : []),
    ];
    this.#child.stdin!.write(`${lines.join('\n')}\n`);
    const isOver = (): RegExpExecArray | null =>
      new RegExp(`\\n${END} (\\d+)\\n`).exec(this.#output);
    let end = isOver();
    while (end === null && this.#child.exitCode === null) {
      await Promise.race([once(this.#child, 'said'), this.#ended]);
      end = isOver();
    }
    const exit = end === null ? `the exit code ${this.#child.exitCode}` : Number(end[1]);
    const said = this.#output.slice(0, end?.index);
    if (exit !== expectedExit) throw new Error(`A command ended with ${exit}:\n${said}`);
    return said;
  }

  /** Returns the value of a shell variable. */
  async read(variable: string): Promise<string> {
    return (await this.run(`printf '%s' "$${variable}"`)).trim();
  }

  /** Kills the shell and all processes that it has started. */
  kill(): void {
    const { exitCode, signalCode, pid } = this.#child;
    if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL');
  }
}
