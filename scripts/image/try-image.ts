import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/embedded.ts';
import { makeTestDirectory } from '../../apps/api/test/servers/postgres.ts';
import { startTcpProxy } from '../../apps/api/test/servers/tcp-proxy.ts';
import { findFreePort } from '../find-free-port.ts';
import type { BuiltStage } from './build-stages.ts';

const START_TIMEOUT_MS = 120_000;
const LOOK_AGAIN_MS = 200;
type Env = NodeJS.ProcessEnv;

/** Starts an image, sends a first user's requests to its service, and shuts it down gracefully. */
export async function tryImage(image: BuiltStage): Promise<void> {
  const dataDir = makeTestDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir });
  // Only root and PostgreSQL's user may use its socket.
  const proxy = await startTcpProxy(postgres.connectionString);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const { HOME: _, ...own } = image.env;
  const env = { ...own, PORT: `${port}`, HOST: '127.0.0.1', PUBLIC_URL: url, MT_ENGINES: 'pseudo' };
  for (const ROLE of ['all', 'worker']) {
    // No server runs yet, so only the check of a worker succeeds, because a worker has no server.
    const isHealthy = await checkHealth(image, { ...env, ROLE });
    if (isHealthy !== (ROLE === 'worker')) throw new Error(`The health of ROLE=${ROLE} is wrong.`);
  }
  const before = new Set(listFiles(image));
  const child = spawnIn(image, image.command, { ...env, DATABASE_URL: proxy.connectionString });
  const ended = once(child, 'exit');
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  // Runs on every exit of this program. PostgreSQL also ends with it.
  const end = (): void => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once('exit', end);
  try {
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await checkHealth(image, env))) {
      const isLate = performance.now() > deadline;
      if (isLate || child.exitCode !== null) throw new Error('The service is not healthy.');
      await sleep(LOOK_AGAIN_MS);
    }
    console.log('  The service is healthy.');
    await askForFirstThings(url);
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    if (code !== 0) throw new Error(`The service ended with ${code ?? signal}.`);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${output.join('')}`);
  } finally {
    await proxy.stop();
    await postgres.stop();
    process.off('exit', end);
    end();
  }
  const written = listFiles(image).filter((line) => !before.has(line));
  if (written.length > 0) throw new Error(`Files outside of /data changed: ${written.join(', ')}`);
}

function spawnIn({ workdir, user }: BuiltStage, [program, ...args]: readonly string[], env: Env) {
  if (!user || !program) throw new Error('The image has no CMD, no HEALTHCHECK or no USER.');
  return spawn(program, args, { cwd: workdir, env, uid: user[0], gid: user[1] });
}

async function checkHealth(image: BuiltStage, env: Env): Promise<boolean> {
  const [code] = await once(spawnIn(image, image.healthcheck, env), 'exit');
  return code === 0;
}

/**
 * Requests the web app with its files, the documents and the packages, and signs up. The sign-up tests the native code
 * of the password hash.
 */
async function askForFirstThings(url: string): Promise<void> {
  const page = await askFor(`${url}/`, { headers: { Accept: 'text/html' } });
  const assets = page.match(/(?<=(?:src|href)="\/?)assets\/[^"]+/g) ?? [];
  if (assets.length === 0) throw new Error('The page of the web app names no files.');
  const served = ['docs', 'docs/packages', 'openapi.json', 'cli.tgz', 'sdk.tgz', 'reader.tgz'];
  for (const path of [...assets, ...served]) await askFor(`${url}/${path}`);
  const headers = { 'Content-Type': 'application/json' };
  const account = { email: 'you@example.com', password: 'correct horse battery', name: 'You' };
  const body = JSON.stringify(account);
  await askFor(`${url}/v1/auth/sign-up`, { method: 'POST', headers, body });
}

async function askFor(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** Lists the files outside the volume with their modification times. A read-only root would prevent any change. */
function listFiles({ root }: BuiltStage): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !`${path}/`.startsWith('data/'))
    .map((path) => `${path} ${lstatSync(join(root, path)).mtimeMs}`);
}
