import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ModelServer,
  startModelServer,
} from '../../../../../test/engines/bergamot/registry-server.ts';
import { caught } from '../../../../../test/engines/caught.ts';
import { EngineError } from '../../engine.ts';
import { FailureMemory } from '../failures.ts';
import { parseRegistry, type RegistryModel } from '../registry/format.ts';
import { ModelStore, type ModelStoreOptions } from './model-store.ts';

let registry: ModelServer;
let model: RegistryModel;
let modelsDir: string;
let logged: string[];
const never = new AbortController().signal;
const MODEL = 'model.enes.intgemm.alphas.bin';
const VOCABULARY = 'vocab.enes.spm';

beforeAll(async () => {
  registry = await startModelServer([
    { from: 'en', to: 'es', dictionary: {}, model: randomBytes(50_000) },
    {
      from: 'en',
      to: 'zh',
      dictionary: {},
      model: randomBytes(50_000),
      separateVocabularies: true,
    },
  ]);
  const listed = parseRegistry(registry.document).get('en-es');
  if (listed === undefined) throw new Error('the model is not listed');
  model = listed;
});
afterAll(() => registry.close());
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'bergamot-store-'));
  logged = [];
});
afterEach(async () => {
  registry.reset();
  await rm(modelsDir, { recursive: true });
});

function makeStore(changes: Partial<ModelStoreOptions> = {}): ModelStore {
  const log = (_level: string, message: string) => logged.push(message);
  return new ModelStore({
    modelsDir,
    source: new URL(`${registry.url}/`),
    fetch,
    now: Date.now,
    failures: new FailureMemory({ modelsDir, now: Date.now, log }),
    log,
    retry: { attempts: 3, firstDelayMs: 1, maxDelayMs: 20 },
    stallMs: 400,
    lock: { pollMs: 10 },
    ...changes,
  });
}

const install = (store: ModelStore, signal = never) => store.install(model, signal);
const dir = () => join(modelsDir, 'en-es');
const countRequests = (part: string) =>
  registry.requests.filter((path) => path.includes(part)).length;

describe('ModelStore.install', () => {
  it('downloads each file once, verifies it, and keeps no other file', async () => {
    const store = makeStore();
    expect(await store.find('en', 'es')).toBeNull();
    const progress: number[] = [];
    const installed = await store.install(model, never, ({ file, receivedBytes, totalBytes }) => {
      if (file === MODEL) progress.push(receivedBytes / (totalBytes ?? 0));
    });
    expect(installed).toMatchObject({ from: 'en', to: 'es', architecture: 'base-memory' });
    expect(installed.vocabularyPaths).toEqual([join(dir(), VOCABULARY)]);
    expect(registry.requests).toHaveLength(2);
    expect(registry.requests[0]).toContain('model.');
    expect((await readdir(dir())).sort()).toEqual(['lock.json', MODEL, VOCABULARY]);
    expect(await readdir(modelsDir)).toEqual(['en-es']);
    expect(progress.at(-1)).toBe(1);
    expect(await makeStore().find('en', 'es')).toEqual(installed);
  });

  it('installs the two vocabularies of a model with one vocabulary per language, in order', async () => {
    const listed = parseRegistry(registry.document).get('en-zh');
    const installed = await makeStore().install(listed ?? model, never);
    expect(installed.vocabularyPaths.map((path) => path.split('/').at(-1))).toEqual([
      'srcvocab.enzh.spm',
      'trgvocab.enzh.spm',
    ]);
  });

  it('downloads a model once for several concurrent callers and processes', async () => {
    registry.behave('model.', 'slow');
    const stores = [1, 2, 3].map(() => makeStore({ stallMs: 30_000 }));
    const installed = await Promise.all(
      stores.flatMap((store) => [install(store), install(store)]),
    );
    expect(new Set(installed.map(({ identity }) => identity)).size).toBe(1);
    expect(registry.requests).toHaveLength(2);
  });

  it.each([
    ['an overloaded server', 'busy'],
    ['a truncated file', 'truncated'],
    ['a tampered file', 'tampered'],
    ['a file that is too long', 'longer'],
    ['garbage in the archive', 'garbage'],
    ['a server that falls silent', 'hang'],
    ['a server that falls silent midway', 'hang midway'],
    ['an error page in place of the file', 'error page'],
  ] as const)('recovers from %s', async (_what, behaviour) => {
    for (const part of ['model.', 'vocab.']) registry.behave(part, behaviour, 'ok');
    await install(makeStore());
    expect(countRequests('model.')).toBe(2);
    expect(countRequests('vocab.')).toBe(
      behaviour === 'tampered' || behaviour === 'longer' ? 1 : 2,
    );
    expect(logged).toContain('bergamot: retrying a download');
  });

  it.each([
    ['truncated', 'model_download_failed', 3],
    ['busy', 'model_download_failed', 3],
    ['hang', 'model_download_failed', 3],
    ['hang midway', 'model_download_failed', 3],
    ['garbage', 'model_download_failed', 3],
    ['tampered', 'model_checksum', 3],
    ['longer', 'model_checksum', 3],
    ['error page', 'model_checksum', 3],
    ['not found', 'model_not_found', 1],
  ] as const)('gives up if the answer stays "%s": %s', async (behaviour, reason, tries) => {
    registry.behave('model.', behaviour);
    const store = makeStore();
    const error = await caught(install(store));
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ reason });
    expect(countRequests('model.')).toBe(tries);
    expect(await store.find('en', 'es')).toBeNull();
    expect(await readdir(dir())).toEqual([]);
    expect(await readdir(modelsDir)).toEqual(['en-es', 'en-es.failure.json']);
    registry.behave('model.', 'ok');
    await install(store);
    expect(await readdir(modelsDir)).toEqual(['en-es']);
  });

  it('stops unpacking an archive at the size of the file that the registry names', async () => {
    registry.behave('model.', 'bomb');
    let most = 0;
    const installing = makeStore({
      retry: { attempts: 1, firstDelayMs: 1, maxDelayMs: 1 },
    }).install(model, never, ({ receivedBytes }) => {
      most = Math.max(most, receivedBytes);
    });
    expect(await caught(installing)).toMatchObject({ reason: 'model_checksum' });
    expect(most).toBeLessThanOrEqual(model.files[0]?.sizeBytes ?? 0);
  });

  it('accepts a file that the host has already unpacked', async () => {
    for (const part of ['model.', 'vocab.']) registry.behave(part, 'uncompressed');
    await install(makeStore());
  });

  it('reports the required space if the disk is too full, before it sends a request', async () => {
    const error = await caught(install(makeStore({ readFreeBytes: async () => 1_000_000 })));
    expect(error).toMatchObject({
      reason: 'model_download_failed',
      message: expect.stringMatching(
        /^the disk has 1 MB free, the model from en to es needs \d+ MB$/,
      ),
    });
    expect(registry.requests).toEqual([]);
  });

  it('does not reveal the path of a folder that is not writable', async () => {
    await writeFile(dir(), 'a file where the folder should be');
    const error = await caught(install(makeStore()));
    expect(error).toMatchObject({ reason: 'model_download_failed' });
    expect(String(error)).not.toContain(modelsDir);
  });

  it('stops when the signal aborts, and records no failure of the model', async () => {
    registry.behave('model.', 'hang');
    const control = new AbortController();
    const reason = new Error('no longer wanted');
    const store = makeStore({ stallMs: 30_000 });
    const waiting = caught(install(makeStore(), control.signal));
    const downloading = caught(install(store, control.signal));
    await expect.poll(() => store.isInstalling('en', 'es')).toBe(true);
    control.abort(reason);
    for (const error of [await waiting, await downloading]) {
      expect(error === reason || (error instanceof Error && error.cause === reason)).toBe(true);
    }
    expect(await store.isInstalling('en', 'es')).toBe(false);
    expect(await readdir(modelsDir)).toEqual(['en-es']);
    registry.behave('model.', 'ok');
    await install(store);
  });

  it('reports a failed download to all processes that waited for the download', async () => {
    registry.behave('model.', 'not found, slowly');
    const stores = [1, 2, 3].map(() => makeStore({ stallMs: 30_000 }));
    const errors = await Promise.all(stores.map((store) => caught(install(store))));
    for (const error of errors) {
      expect(error).toBeInstanceOf(EngineError);
      expect(String(error)).toContain('returned 404');
    }
    expect(countRequests('model.')).toBe(1);
  });

  it('takes over from a process that died during the download', async () => {
    const busy = `${dir()}.busy`;
    await mkdir(busy);
    await mkdir(dir());
    await writeFile(join(dir(), `${MODEL}.1-x.part`), 'half');
    await writeFile(join(dir(), `${MODEL}.2-y.part`), 'half');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(busy, longAgo, longAgo);
    await utimes(join(dir(), `${MODEL}.1-x.part`), longAgo, longAgo);
    await Promise.all([install(makeStore()), install(makeStore())]);
    expect(countRequests('model.')).toBe(1);
    expect(await readdir(modelsDir)).toEqual(['en-es']);
    expect((await readdir(dir())).filter((name) => name.endsWith('.part'))).toEqual([
      `${MODEL}.2-y.part`,
    ]);
  });
});

describe('an installed model', () => {
  it('becomes unusable after a file is damaged or missing, and one download repairs it', async () => {
    const store = makeStore();
    const { identity } = await install(store);
    const path = join(dir(), MODEL);
    const whole = await readFile(path);
    const damages: (() => Promise<void>)[] = [
      () => writeFile(path, whole.subarray(0, 1_000)),
      () => rm(path),
      async () => {
        const flipped = Buffer.from(whole);
        flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
        await writeFile(path, flipped);
      },
    ];
    for (const damage of damages) {
      await damage();
      expect(await store.find('en', 'es')).toBeNull();
      expect(await makeStore().find('en', 'es')).toBeNull();
      registry.requests.length = 0;
      expect((await install(store)).identity).toBe(identity);
      expect(registry.requests).toHaveLength(1);
    }
  });

  it('has its files hashed once, not for every request', async () => {
    const store = makeStore();
    await install(store);
    const found = await store.find('en', 'es');
    expect(found).not.toBeNull();
    for (let i = 0; i < 3; i++) expect(await store.find('en', 'es')).toBe(found);
    expect(await makeStore().find('en', 'es')).not.toBe(found);
  });

  it('refuses a changed vocabulary until its lock file is deleted', async () => {
    const store = makeStore();
    await install(store);
    await writeFile(join(dir(), VOCABULARY), 'damaged');
    registry.behave('vocab.', 'tampered');
    const error = await caught(install(store));
    expect(error).toMatchObject({ reason: 'model_checksum' });
    expect(String(error)).toContain('delete en-es/lock.json');
    expect(await store.find('en', 'es')).toBeNull();
    await rm(join(dir(), 'lock.json'));
    expect(await caught(install(store))).toBeUndefined();
  });

  it('stores the checksums of all its files in the lock file beside them', async () => {
    await install(makeStore());
    const lock = JSON.parse(await readFile(join(dir(), 'lock.json'), 'utf8'));
    expect(lock).toMatchObject({ from: 'en', to: 'es', source: `${registry.url}/` });
    expect(lock.files).toHaveLength(2);
    for (const file of lock.files) {
      expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(file.sizeBytes).toBe((await stat(join(dir(), file.name))).size);
    }
  });

  it('can be found with the lock file of an older version, which names a shortlist', async () => {
    const { identity } = await install(makeStore());
    const path = join(dir(), 'lock.json');
    const lock = JSON.parse(await readFile(path, 'utf8'));
    const shortlist = { ...lock.files[0], role: 'shortlist', name: 'lex.50.50.enes.s2t.bin' };
    await writeFile(path, JSON.stringify({ ...lock, files: [...lock.files, shortlist] }));
    expect(await makeStore().find('en', 'es')).toMatchObject({ identity });
  });

  it('appears in the list only if its lock file is readable and names no path outside its folder', async () => {
    const list = async () => (await makeStore().list()).map(({ from, to }) => `${from}-${to}`);
    expect(await list()).toEqual([]);
    await install(makeStore());
    expect(await list()).toEqual(['en-es']);
    const path = join(dir(), 'lock.json');
    const text = await readFile(path, 'utf8');
    for (const broken of [
      text.replace(`"name": "${MODEL}"`, '"name": "../../secret"'),
      text.slice(0, 100),
      '[]',
      '',
    ]) {
      await writeFile(path, broken);
      expect(await list()).toEqual([]);
      expect(await makeStore().find('en', 'es')).toBeNull();
    }
  });
});
