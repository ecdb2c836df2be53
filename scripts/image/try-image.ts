import { type ChildProcess, spawn } from 'node:child_process';
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

/** Starts an image, sends a first user's requests to its service, and shuts it down gracefully. */
export async function tryImage(image: BuiltStage, say: (line: string) => void): Promise<void> {
  const dataDir = makeTestDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir });
  // Only root and PostgreSQL's user may use its socket.
  const proxy = await startTcpProxy(postgres.connectionString);
  const port = await findFreePort();
  const before = listFiles(image);
  await requireHonestHealth(image);
  const run = startImage(image, {
    DATABASE_URL: proxy.connectionString,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MT_ENGINES: 'pseudo',
  });
  // Runs on every exit of this program. PostgreSQL also ends with it.
  const end = (): void => {
    run.child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once('exit', end);
  try {
    await awaitHealth(image, run);
    say('  The service is healthy.');
    await askForFirstThings(`http://127.0.0.1:${port}`);
    run.child.kill('SIGTERM');
    const [code, signal] = await run.ended;
    if (code !== 0) throw new Error(`The service ended with ${code ?? signal}.`);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${run.output()}`);
  } finally {
    await proxy.stop();
    await postgres.stop();
    process.off('exit', end);
    end();
  }
  const known = new Set(before);
  const written = listFiles(image).filter((line) => !known.has(line));
  if (written.length > 0)
    throw new Error(`Files outside of the volumes changed: ${written.join(', ')}`);
}

interface ImageRun {
  readonly child: ChildProcess;
  readonly env: Readonly<Record<string, string>>;
  readonly ended: Promise<unknown[]>;
  output(): string;
}

function startImage(image: BuiltStage, more: Readonly<Record<string, string>>): ImageRun {
  const { command, user, healthcheck, root, volumes } = image;
  if (command === null || healthcheck === null || user === null) {
    throw new Error('The image has no CMD, no HEALTHCHECK or no USER.');
  }
  const inRoot = (value: string): string => (volumes.includes(value) ? join(root, value) : value);
  const { HOME: _, ...own } = image.env;
  const env = {
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, inRoot(value)])),
    ...more,
  };
  const child = spawnIn(image, command, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      output += data;
    });
  }
  return { child, env, ended: once(child, 'exit'), output: () => output };
}

function spawnIn(
  { root, workdir, user }: BuiltStage,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const [uid, gid] = user!;
  return spawn(program, args, { cwd: join(root, workdir), env, uid, gid });
}

/** Checks that the health check fails without a server, and succeeds for a worker, which has no server. */
async function requireHonestHealth(image: BuiltStage): Promise<void> {
  const env = { ...image.env, PORT: String(await findFreePort()) };
  for (const [ROLE, expected] of [
    ['all', 1],
    ['worker', 0],
  ] as const) {
    const [code] = await once(spawnIn(image, image.healthcheck!, { ...env, ROLE }), 'exit');
    if (code !== expected) throw new Error(`The health check of ROLE=${ROLE} ends with ${code}.`);
  }
}

/** Waits until the health check of the image succeeds. */
async function awaitHealth(image: BuiltStage, { child, env }: ImageRun): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    const [code] = await once(spawnIn(image, image.healthcheck!, env), 'exit');
    if (code === 0) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('The service did not become healthy.');
}

/** Requests the web app with its files, the documents and packages, and signs up, which uses native code. */
async function askForFirstThings(url: string): Promise<void> {
  const page = await askFor(`${url}/`, { headers: { Accept: 'text/html' } });
  const assets = [...page.matchAll(/(?:src|href)="(\/?assets\/[^"]+)"/g)].map(([, path]) => path!);
  if (assets.length === 0) throw new Error('The page of the web app names no files.');
  for (const path of assets) await askFor(new URL(path, `${url}/`).href);
  for (const path of [
    'docs',
    'docs/packages',
    'openapi.json',
    'cli.tgz',
    'sdk.tgz',
    'reader.tgz',
  ]) {
    await askFor(`${url}/${path}`);
  }
  const account = { email: 'you@example.com', password: 'correct horse battery', name: 'You' };
  await askFor(`${url}/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
}

async function askFor(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** Lists the files outside the volumes with their modification times. A read-only root would prevent any change. */
function listFiles({ root, volumes }: BuiltStage): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !volumes.some((volume) => `/${path}/`.startsWith(`${volume}/`)))
    .map((path) => `${path} ${lstatSync(join(root, path)).mtimeMs}`);
}
