import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SLOWNESS } from '../../../../../../../scripts/slowness.ts';
import {
  type ModelServer,
  startModelServer,
} from '../../../../../test/engines/bergamot/registry-server.ts';
import { FailureMemory } from '../failures.ts';
import { ModelRegistry, type RegistryOptions } from './registry.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

let server: ModelServer;
let modelsDir: string;
let nowMs: number;
const opened: ModelRegistry[] = [];
const never = new AbortController().signal;

beforeAll(async () => {
  server = await startModelServer([{ from: 'en', to: 'es', dictionary: { Save: 'Guardar' } }]);
});
afterAll(() => server.close());
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'bergamot-registry-'));
  nowMs = Date.parse('2026-05-01T12:00:00Z');
});
afterEach(async () => {
  for (const registry of opened.splice(0)) registry.close();
  server.reset();
  await rm(modelsDir, { recursive: true, force: true });
});

function open(changes: Partial<RegistryOptions> = {}): ModelRegistry {
  const log = () => {};
  const now = () => nowMs;
  const registry = new ModelRegistry({
    source: new URL(`${server.url}/`),
    modelsDir,
    offline: false,
    fetch,
    now,
    failures: new FailureMemory({ modelsDir, now, log }),
    log,
    patienceMs: 2_000,
    timeoutMs: 5_000 * SLOWNESS,
    retry: { attempts: 3, firstDelayMs: 1, maxDelayMs: 5 },
    ...changes,
  });
  opened.push(registry);
  return registry;
}

async function list(registry: ModelRegistry): Promise<string[] | string> {
  const answer = await registry.lookUp();
  return answer.models === null ? answer.reason : [...answer.models.keys()];
}

describe('ModelRegistry.lookUp', () => {
  it('fetches the list once for all callers, and stores it on disk for the next process', async () => {
    const registry = open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => list(registry)));
    expect(new Set(answers.map(String))).toEqual(new Set(['en-es']));
    expect(server.requests).toEqual(['db/models.json']);
    expect(await list(open())).toEqual(['en-es']);
    expect(await list(open({ offline: true }))).toEqual(['en-es']);
    expect(server.requests).toHaveLength(1);
  });

  it('returns within its timeout although the network hangs, and does not send a second request', async () => {
    server.behave('models.json', 'hang');
    const registry = open({ patienceMs: 150, timeoutMs: 30_000 });
    expect(await list(registry)).toMatch(/has not answered yet$/);
    for (let i = 0; i < 20; i++) expect(await list(registry)).toMatch(/has not answered yet$/);
    expect(server.requests).toHaveLength(1);
  });

  it('gives up on a network that hangs by default', async () => {
    server.behave('models.json', 'hang');
    expect(await list(open({ patienceMs: undefined, timeoutMs: undefined }))).toMatch(
      /has not answered yet$/,
    );
  });

  it('returns the list of a slow network in a later call', async () => {
    server.behave('models.json', 'slow');
    const registry = open({ patienceMs: 20 });
    expect(await list(registry)).toMatch(/has not answered yet$/);
    expect(await list(open({ patienceMs: 10_000 }))).toEqual(['en-es']);
    while (typeof (await list(registry)) === 'string');
    expect(await list(registry)).toEqual(['en-es']);
  });

  it.each(['not found', 'busy', 'error page', 'hang'] as const)(
    'remembers the failure “%s” of a download for ten minutes, in all processes',
    async (behaviour) => {
      server.behave('models.json', behaviour);
      const registry = open({ timeoutMs: 100 });
      expect(await list(registry)).toContain('db/models.json');
      expect(await list(registry)).toMatch(/\(not tried again for 10 min\)$/);
      expect(await list(open())).toMatch(/\(not tried again for 10 min\)$/);
      server.behave('models.json', 'ok');
      nowMs += 9 * MINUTE_MS;
      expect(await list(registry)).toMatch(/\(not tried again for 1 min\)$/);
      expect(server.requests).toHaveLength(1);
      nowMs += MINUTE_MS;
      expect(await list(registry)).toEqual(['en-es']);
    },
  );

  it('remembers a failure even if the folder is not writable', async () => {
    await rm(modelsDir, { recursive: true });
    await writeFile(modelsDir, 'a file where the folder should be');
    server.behave('models.json', 'not found');
    const registry = open();
    await list(registry);
    expect(await list(registry)).toMatch(/\(not tried again for 10 min\)$/);
    expect(server.requests).toHaveLength(1);
    nowMs += 10 * MINUTE_MS;
    server.behave('models.json', 'ok');
    expect(await list(registry)).toEqual(['en-es']);
    expect(await list(registry)).toEqual(['en-es']);
    expect(server.requests).toHaveLength(2);
  });

  it('fetches nothing if it is offline', async () => {
    expect(await list(open({ offline: true }))).toContain('MT_OFFLINE=1');
    expect(server.requests).toEqual([]);
    expect(await readdir(modelsDir)).toEqual([]);
  });

  it('refreshes an old list in the background, and keeps the old list if the refresh fails', async () => {
    await list(open());
    nowMs += 25 * HOUR_MS;
    server.behave('models.json', 'busy');
    const registry = open();
    expect(await list(registry)).toEqual(['en-es']);
    while (server.requests.length < 2) await list(registry);
    server.document.models['en-fr'] = (server.document.models['en-es'] ?? []).map((entry) =>
      Object.assign({}, entry, { targetLanguage: 'fr' }),
    );
    server.behave('models.json', 'ok');
    nowMs += 11 * MINUTE_MS;
    expect(await list(registry)).toEqual(['en-es']);
    while ((await list(registry)).length < 2);
    expect(await list(registry)).toEqual(['en-es', 'en-fr']);
    delete server.document.models['en-fr'];
  });

  it('keeps the last list if a new list has far fewer models, until the last list is deleted', async () => {
    const listed = server.document.models['en-es'] ?? [];
    const targets = ['fr', 'de', 'it'];
    for (const targetLanguage of targets) {
      server.document.models[`en-${targetLanguage}`] = listed.map((entry) =>
        Object.assign({}, entry, { targetLanguage }),
      );
    }
    const all = await list(open());
    expect(all).toHaveLength(4);
    for (const targetLanguage of targets) {
      server.document.models[`en-${targetLanguage}`] = listed.map((entry) =>
        Object.assign({}, entry, { targetLanguage, releaseStatus: null }),
      );
    }
    nowMs += 25 * HOUR_MS;
    const registry = open();
    expect([...(await registry.demand(never)).keys()]).toEqual(all);
    expect(await list(registry)).toEqual(all);
    expect(await list(open())).toEqual(all);
    expect(server.requests).toHaveLength(2);
    await rm(join(modelsDir, 'registry.json'));
    nowMs += 11 * MINUTE_MS;
    expect(await list(open())).toEqual(['en-es']);
    for (const targetLanguage of targets) delete server.document.models[`en-${targetLanguage}`];
  });

  it('treats a first list without a usable model as a failed download', async () => {
    const listed = server.document.models['en-es'] ?? [];
    server.document.models['en-es'] = [];
    expect(await list(open())).toContain('lists usable models for 0 directions');
    server.document.models['en-es'] = listed;
    nowMs += 10 * MINUTE_MS;
    expect(await list(open())).toEqual(['en-es']);
  });

  it('ignores the list of another source and a broken list', async () => {
    await list(open());
    const path = join(modelsDir, 'registry.json');
    const text = await readFile(path, 'utf8');
    for (const broken of [
      text.replace(server.url, 'https://other.example'),
      text.slice(0, 90),
      '7',
    ]) {
      await writeFile(path, broken);
      server.requests.length = 0;
      expect(await list(open())).toEqual(['en-es']);
      expect(server.requests).toHaveLength(1);
    }
  });
});

describe('ModelRegistry.demand', () => {
  it('downloads the list again, even after a remembered failure', async () => {
    server.behave('models.json', 'busy');
    const registry = open();
    await list(registry);
    server.behave('models.json', 'busy', 'error page', 'ok');
    expect([...(await registry.demand(never)).keys()]).toEqual(['en-es']);
    expect(await list(open())).toEqual(['en-es']);
    expect(await readdir(modelsDir)).toEqual(['registry.json']);
  });

  it('reports the reason of a failed download', async () => {
    server.behave('models.json', 'busy');
    const registry = open();
    await expect(registry.demand(never)).rejects.toMatchObject({ reason: 'model_download_failed' });
    expect(server.requests).toHaveLength(3);
    expect(await list(registry)).toMatch(/503 \(not tried again for 10 min\)$/);
  });

  it('returns an old list if the download fails', async () => {
    await list(open());
    nowMs += 48 * HOUR_MS;
    server.behave('models.json', 'busy');
    expect([...(await open().demand(never)).keys()]).toEqual(['en-es']);
  });

  it('fails with the reason of its signal, and records no failure', async () => {
    server.behave('models.json', 'hang');
    const control = new AbortController();
    const reason = new Error('no longer wanted');
    const demanded = open().demand(control.signal);
    setTimeout(() => control.abort(reason), 30);
    await expect(demanded).rejects.toBe(reason);
    expect(await readdir(modelsDir)).toEqual([]);
  });

  it('fails if the registry is offline and has no list', async () => {
    await expect(open({ offline: true }).demand(never)).rejects.toMatchObject({
      reason: 'model_not_cached',
    });
  });
});
