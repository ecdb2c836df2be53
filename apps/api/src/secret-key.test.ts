import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDirectory } from '../test/servers/postgres.ts';
import { readConfig } from './config/config.ts';
import { readSecretKeys } from './secret-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = makeTestDirectory();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const warnings: string[] = [];
const read = (env: Record<string, string> = {}) =>
  readSecretKeys(readConfig({ DATA_DIR: dataDir, ...env }), {
    warn: (line: unknown) => warnings.push(String(line)),
  });

const READ = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { readSecretKeys } = await import(workerData.module);
  const arrived = new Int32Array(workerData.arrived);
  Atomics.add(arrived, 0, 1);
  while (Atomics.load(arrived, 0) < workerData.count);
  parentPort.postMessage(readSecretKeys(workerData.config, console).current.toString('hex'));
`;

/** Returns a function that reads the key in a thread, as soon as `count` such threads have started. */
function readAtOnce(count: number): () => Promise<string> {
  const arrived = new SharedArrayBuffer(4);
  const config = { secretKey: null, previousSecretKey: null, dataDir, databaseUrl: null };
  const module = new URL('./secret-key.ts', import.meta.url).href;
  return async () => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(READ)}`), {
      workerData: { config, module, arrived, count },
    });
    const [key] = await once(worker, 'message');
    return key;
  };
}

describe('readSecretKeys', () => {
  it('returns the same key in each call, from a file that only its owner can read', () => {
    const { current, previous } = read();
    expect(current).toHaveLength(32);
    expect(previous).toBeNull();
    expect(read().current).toEqual(current);
    const path = join(dataDir, 'secret.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8').trim();
    expect(read({ SECRET_KEY: text }).current).toEqual(current);
  });

  it('returns the same key to all processes that start concurrently, and leaves no temporary file', async () => {
    for (let round = 0; round < 5; round++) {
      rmSync(dataDir, { recursive: true });
      const keys = await Promise.all(Array.from({ length: 6 }, readAtOnce(6)));
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toBe(read().current!.toString('hex'));
      expect(readdirSync(dataDir)).toEqual(['secret.key']);
    }
  });

  it('accepts SECRET_KEY in base64 or hexadecimal, without a file', () => {
    const key = Buffer.alloc(32, 7);
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      expect(read({ SECRET_KEY: key.toString(encoding) }).current).toEqual(key);
    }
    expect(() => statSync(join(dataDir, 'secret.key'))).toThrow();
    const both = { SECRET_KEY: key.toString('hex'), SECRET_KEY_PREVIOUS: 'a'.repeat(64) };
    expect(read(both).previous).toEqual(Buffer.alloc(32, 0xaa));
  });

  it.each([
    'short',
    'a'.repeat(63),
    'not base64, but as long as a key has to be!',
    'aaaa'.repeat(12),
  ])('rejects the key %j, and does not show the key', (SECRET_KEY) => {
    const fault = () => read({ SECRET_KEY });
    expect(fault).toThrow(/^SECRET_KEY must be 32 random bytes/);
    expect(fault).not.toThrow(SECRET_KEY);
  });

  it('rejects a damaged file instead of creating another key', () => {
    writeFileSync(join(dataDir, 'secret.key'), 'damaged');
    expect(() => read()).toThrow(/secret\.key must contain 32 random bytes/);
  });

  it('returns no key and warns if the folder is not writable', () => {
    // Replaces the folder with a file, so that even root cannot create a file below this path.
    rmSync(dataDir, { recursive: true });
    writeFileSync(dataDir, '');
    expect(read({ DATABASE_URL: 'postgres://host/db' }).current).toBeNull();
    expect(warnings.join()).toMatch(/Set SECRET_KEY to use webhooks/);
  });
});
