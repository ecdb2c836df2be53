import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const modeFile = (mode: string): string =>
  `${process.env.APERTIUM_DATADIR ?? '/usr/share/apertium'}/modes/${mode}.mode`;

/** A pipeline of Apertium's programs without the service, as the fastest possible baseline. */
export interface BareApertium {
  /** Writes all texts, and resolves when all answers have arrived. */
  translate(streams: readonly string[]): Promise<void>;
  stop(): void;
}

export const hasApertium = (mode: string): boolean =>
  existsSync(modeFile(mode)) && spawnSync('apertium', ['-V']).error === undefined;

/** Starts the installed pipeline of a mode, and waits until its dictionaries are loaded. */
export async function startBareApertium(mode: string): Promise<BareApertium> {
  const { stdout: pipeline } = await run('apertium-wblank-mode', ['-z', modeFile(mode)]);
  const child = spawn('bash', ['--noprofile', '--norc', '-c', pipeline, 'apertium', '-g', ''], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let missing = 0;
  let done = (): void => {};
  child.stdout.on('data', (data: Buffer) => {
    for (let at = data.indexOf(0); at !== -1; at = data.indexOf(0, at + 1)) missing--;
    if (missing <= 0) done();
  });
  const translate = (streams: readonly string[]): Promise<void> => {
    missing = streams.length;
    const answered = new Promise<void>((resolve) => {
      done = resolve;
    });
    child.stdin.write(streams.map((stream) => `${stream}.[]\0`).join(''));
    return answered;
  };
  await translate(['It works']);
  return { translate, stop: () => void process.kill(-child.pid!, 'SIGTERM') };
}
