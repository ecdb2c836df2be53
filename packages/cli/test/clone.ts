import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from '../src/io.ts';
import { DATA } from '../src/json-shapes.ts';
import { runCli } from '../src/run.ts';

export interface Ran {
  exit: number;
  out: string;
  err: string;
  /** The output of `--json`. */
  json: {
    ok: boolean;
    data: Record<string, unknown>;
    warnings: { code: string; path?: string }[];
    errors: { code: string; message: string; path?: string; file?: string; line?: number }[];
  };
}

/**
 * Requires that the documentation has every member of `data`.
 * @throws Error for an undocumented member
 */
function requireDocumented(command: string, data: object): void {
  const known = DATA[command] ?? {};
  if (Object.hasOwn(known, '…')) return;
  for (const [member, value] of Object.entries(data)) {
    if (Object.hasOwn(known, member)) continue;
    if (member !== 'projects') throw new Error(`${command}: ${member} has no meaning in DATA`);
    for (const one of value) if (one.data) requireDocumented(command, one.data);
  }
}

/** A checkout of a repository in a temporary folder. */
export class Clone {
  readonly root: string;
  readonly #env: Record<string, string>;

  constructor(env: Record<string, string>) {
    this.root = mkdtempSync(join(tmpdir(), 'parlance-cli-test-'));
    this.#env = { HOME: join(this.root, '.home'), ...env };
  }

  write(path: string, content: unknown): void {
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  json(path: string): Record<string, unknown> {
    return JSON.parse(this.read(path));
  }

  /** Runs a command with `--json`. */
  run(...argv: string[]): Promise<Ran> {
    return this.runWith({}, ...argv, '--json');
  }

  async runWith(
    {
      env,
      stdin = '',
      signal = new AbortController().signal,
      isTerminal = false,
      terminal = null,
    }: { env?: Record<string, string>; stdin?: string } & Partial<
      Pick<Io, 'signal' | 'isTerminal' | 'terminal'>
    >,
    ...argv: string[]
  ): Promise<Ran> {
    let [out, err] = ['', ''];
    const exit = await runCli(argv, {
      env: env ?? this.#env,
      cwd: this.root,
      version: '0.1.0',
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      readStdin: async () => Buffer.from(stdin),
      isTerminal,
      terminal,
      now: () => new Date(),
      signal,
    });
    const json = argv.includes('--json') ? JSON.parse(out) : null;
    if (json?.data) requireDocumented(json.command, json.data);
    return { exit, out, err, json };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
