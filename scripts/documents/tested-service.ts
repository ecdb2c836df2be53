import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../find-free-port.ts';
import { placeOf, readBlocks } from './read-blocks.ts';
import { startRecordingProxy } from './recording-proxy.ts';

/** A service that was started as the documents describe. Its responses are recorded. */
export interface TestedService {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Returns the requests that the service has rejected since the last call. */
  takeRefused(): string[];
  /**
   * Stops the service.
   * @throws if it does not shut down gracefully
   */
  stop(): Promise<void>;
  /** Kills the service. */
  kill(): void;
}

const READY = 'Parlance is running at ';
/** The first command of the README. */
const START = 'npm start';

/** Signals npm, its shell, the supervisor and the server, as Ctrl-C does. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal);
}

/** Starts a fresh service with the first command of the README, on another port and with another data folder. */
export async function startTestedService(root: string, folder: string): Promise<TestedService> {
  const [block] = readBlocks(root, 'README.md');
  const command = block?.text.split('\n')[0] ?? '';
  if (!command.startsWith(START))
    throw new Error(`${placeOf(block!)} does not begin with ${START}.`);
  const dataDir = join(folder, 'data');
  const ownPort = await findFreePort();
  const proxy = await startRecordingProxy(ownPort);
  const url = `http://localhost:${proxy.port}`;
  const env = { ...process.env, PORT: String(ownPort), PUBLIC_URL: url, DATA_DIR: dataDir };
  const child = spawn('bash', ['-c', command], {
    cwd: root,
    env: { ...env, MT_ENGINES: 'apertium', NODE_ENV: '' },
    detached: true,
  });
  const ended = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      child.emit('said');
    });
  }
  while (!said.includes(READY) && child.exitCode === null) {
    await Promise.race([once(child, 'said'), ended]);
  }
  if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}:\n${said}`);
  return {
    url,
    port: proxy.port,
    dataDir,
    takeRefused: proxy.takeRefused,
    async stop() {
      signalGroup(child, 'SIGINT');
      await ended;
      proxy.close();
      if (!said.includes('ended in order')) throw new Error(`The service did not end:\n${said}`);
    },
    kill: () => signalGroup(child, 'SIGKILL'),
  };
}
