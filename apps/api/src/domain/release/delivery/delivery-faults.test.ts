import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/build.ts';
import { refusalOf } from '../../../../test/refusal.ts';
import { type S3Server, startS3Server } from '../../../../test/servers/s3-server.ts';
import { readConfig } from '../../../config/config.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import { S3Store } from '../../../providers/bundle-store/s3-store.ts';
import { withRetries } from '../../../providers/bundle-store/with-retries.ts';
import { trustedProject } from '../../tenant.ts';
import { publishRelease } from '../publish-release.ts';
import type { Manifest } from './manifest.ts';
import { sweepBlobs, syncAll } from './sweep-store.ts';
import { syncStore } from './sync-store.ts';
import { changeManifest } from './write-manifest.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: S3Server;
let store: BundleStore;
let app: TestApp;
let tenant: Tenant;
/** Called after each operation of the store; ends the attempt as a killed process would. */
let afterOperation: (operation: string) => void = () => {};
/** Awaited before each write. */
let beforeWrite: () => Promise<void> = async () => {};

beforeAll(async () => {
  server = await startS3Server();
  const config = readConfig(server.env).bundleStore!;
  if (config.kind !== 's3') throw new Error('a bucket is needed');
  const plain = new S3Store({ ...config, fetch, timeoutMs: 3_000 });
  store = withRetries(plain, { attempts: 5, withinMs: 60_000, firstWaitMs: 1 });
  app = await startTestApp({ overrides: { bundleStore: watched(store) } });
  tenant = await createTenant(app);
});
afterEach(() => {
  server.recover();
  afterOperation = () => {};
  beforeWrite = async () => {};
});
afterAll(async () => {
  await app.close();
  await server.close();
});

/** The store, which tells of each operation after it was done. */
function watched(inner: BundleStore): BundleStore {
  const told = async <Result>(operation: string, done: Promise<Result>): Promise<Result> => {
    const result = await done;
    afterOperation(operation);
    return result;
  };
  return {
    ...inner,
    read: (key, maxBytes) => told(`read ${key}`, inner.read(key, maxBytes)),
    sizeOf: (key) => told(`size ${key}`, inner.sizeOf(key)),
    async write(key, object, condition) {
      await beforeWrite();
      return told(`write ${key}`, inner.write(key, object, condition));
    },
  };
}

let started = 0;

async function start() {
  const { client } = tenant;
  // The same texts in two projects would be one blob.
  const project = `project ${started++}`;
  const { id: projectId } = await createProject(client);
  const setText = (text: string) =>
    client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { greeting: { hello: text }, project },
    });
  await setText('one');
  const { data } = await client.i18n.environments.list({ projectId });
  const { id: environmentId } = data.find(({ slug }) => slug === 'production')!;
  const key = `m/${projectId}/${environmentId}.json`;
  const manifest = (): Manifest | null => JSON.parse(server.text(key) ?? 'null');
  const publish = () => client.i18n.releases.create({ projectId, environment: 'production' });
  /** Publishes, and waits until nothing of it is left to a task. */
  const publishAll = async () => {
    const answer = await publish();
    const { sha256, shapes } = manifest()!.locales.en!;
    const compressed = [sha256, shapes.nested].map((name) => `b/${name}.json.br`);
    await eventually(() =>
      expect(compressed.filter((name) => !server.objects.has(name))).toEqual([]),
    );
    return answer;
  };
  /** The text that readers of the manifest get. */
  const shown = (): string | null => {
    const locale = manifest()?.locales.en;
    return locale ? JSON.parse(server.text(`b/${locale.sha256}.json`)!)['greeting.hello'] : null;
  };
  const served = async (): Promise<string> => {
    const path = `/v1/i18n/bundles/${projectId}/production/en?envelope=false&shape=flat`;
    const answer = await fetch(app.url + path);
    return ((await answer.json()) as Record<string, string>)['greeting.hello']!;
  };
  return {
    client,
    projectId,
    environmentId,
    key,
    manifest,
    setText,
    publish,
    publishAll,
    shown,
    served,
  };
}

describe('a release whose process is killed', () => {
  it.each([
    ['before the first blob', /^size b\//],
    ['between two blobs', /^write b\/\w+\.json$/],
    ['after the blobs', /^write b\/\w+\.json$/, 2],
    ['when it is pending', /^read m\/.*environments/],
    ['before the manifest', /^read m\/[^/]+\/[0-9a-f-]{36}\.json$/],
    ['after the manifest', /^write m\/[^/]+\/[0-9a-f-]{36}\.json$/],
  ])('goes on, %s, and readers see the old one or the new one', async (_when, step, times = 1) => {
    const { setText, publish, publishAll, manifest, shown, served } = await start();
    await publishAll();
    await setText('two');
    let left = times;
    let isKilled = false;
    afterOperation = (operation) => {
      if (!step.test(operation) || isKilled || --left > 0) return;
      isKilled = true;
      throw new Error('killed');
    };
    const publishing = publish();
    await eventually(() => expect(isKilled).toBe(true));
    expect(['one', 'two']).toContain(shown());
    const { data } = await publishing;
    expect(data.status).toBe('published');
    expect(manifest()).toMatchObject({ version: 2, releaseId: data.id });
    expect(shown()).toBe('two');
    await eventually(async () => expect(await served()).toBe('two'));
  });
});

describe('a release that the store does not take', () => {
  it('fails with its reason after five attempts, and readers keep what they had', async () => {
    const { client, projectId, setText, publish, publishAll, manifest, shown, served } =
      await start();
    await publishAll();
    const before = manifest();
    await setText('two');
    server.fail(/^PUT b\//, { kind: 'status', status: 503, code: 'SlowDown' }, 1_000);
    const asked = server.requests.length;
    const problem = await refusalOf(publish());
    expect(problem).toMatchObject({ status: 502, code: 'bundle_store_failed' });
    expect(problem.detail).toMatch(
      /: s3:\/\/bundles\/parlance\/: could not write b\/.*503 SlowDown/,
    );
    const puts = server.requests.slice(asked).filter((name) => /^PUT b\/\w+\.json$/.test(name));
    expect(
      Math.max(...[...Map.groupBy(puts, (name) => name).values()].map((same) => same.length)),
    ).toBe(5);
    expect(manifest()).toEqual(before);
    expect([shown(), await served()]).toEqual(['one', 'one']);
    const { data } = await client.i18n.releases.list({ projectId });
    expect(data.map(({ status, version }) => [status, version])).toEqual([
      ['failed', 2],
      ['published', 1],
    ]);
    expect(data[0]).toMatchObject({ error: { code: 'bundle_store_failed' }, locales: [] });
    server.recover();
    expect((await publish()).data.status).toBe('published');
    expect([shown(), await served()]).toEqual(['two', 'two']);
  });

  it('a failed release is taken back from a manifest that came to name it', async () => {
    const { setText, publish, publishAll, manifest, shown, served } = await start();
    await publishAll();
    const before = manifest();
    await setText('two');
    // The manifest is written, and whether it was cannot be known any more.
    let hasWritten = false;
    afterOperation = (operation) => {
      if (/^write m\/[^/]+\/[0-9a-f-]{36}/.test(operation) && !hasWritten) {
        hasWritten = true;
        server.fail(/^GET m\/[^/]+\/[0-9a-f-]{36}/, { kind: 'status', status: 500 }, 1_000);
      }
    };
    expect((await refusalOf(publish())).code).toBe('bundle_store_failed');
    server.recover();
    await eventually(() => expect(manifest()).toEqual(before));
    expect([shown(), await served()]).toEqual(['one', 'one']);
    expect((await publish()).data).toMatchObject({ status: 'published', version: 2 });
    expect(shown()).toBe('two');
  });
});

describe('a store that answers badly', () => {
  it.each([
    ['late, after it has written', 'PUT', { kind: 'late' }, 1],
    ['not at all, after it has written', 'PUT', { kind: 'lost' }, 1],
    ['not at all, twice', 'PUT', { kind: 'lost' }, 2],
    ['with a wrong body', 'GET', { kind: 'wrong-body' }, 2],
    ['with an error', 'PUT', { kind: 'status', status: 500 }, 4],
  ] as const)(
    '%s: the release is published once, and named right',
    async (_how, method, fault, times) => {
      const { setText, publish, publishAll, manifest, shown } = await start();
      await publishAll();
      await setText('two');
      server.fail(new RegExp(`^${method} m/[^/]+/[0-9a-f-]{36}`), fault, times);
      const { data } = await publish();
      expect(data).toMatchObject({ status: 'published', version: 2 });
      expect(manifest()).toMatchObject({ version: 2, releaseId: data.id });
      expect(shown()).toBe('two');
    },
  );

  it('never, as long as the locales are made: their transaction does not wait for it', async () => {
    const { client, projectId, manifest, publish } = await start();
    const tags = ['de', 'fr', 'it', 'es', 'pl'];
    for (const locale of tags) {
      await client.i18n.projects.import({ projectId, locale, content: { hello: locale } });
    }
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
    beforeWrite = () => isOpen;
    const publishing = publish();
    await eventually(async () => {
      const blobs = await app.db
        .selectFrom('bundle_blob')
        .where('project_id', '=', trustedProject(projectId))
        .select('sha256')
        .execute();
      expect(blobs).toHaveLength(1 + tags.length);
    });
    expect(manifest()).toBeNull();
    open();
    expect((await publishing).data.status).toBe('published');
    expect(Object.keys(manifest()!.locales).sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'pl']);
  });

  it('without conditions: what was written is read back', async () => {
    server.knowsConditions = false;
    try {
      const { publish, publishAll, setText, shown } = await start();
      await publishAll();
      await setText('two');
      expect((await publish()).data.version).toBe(2);
      expect(shown()).toBe('two');
    } finally {
      server.knowsConditions = true;
    }
  });
});

describe('two publishers', () => {
  it('two publishers of one release, of which one was taken for dead, publish it once', async () => {
    const { client, projectId, environmentId, setText, publishAll, manifest, shown } =
      await start();
    await publishAll();
    await setText('two');
    let release = (): void => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const put = new RegExp(`^PUT m/${projectId}/${environmentId}`);
    server.fail(put, { kind: 'held', until });
    const asked = server.requests.length;
    const puts = () => server.requests.slice(asked).filter((name) => put.test(name)).length;
    const publishing = client.i18n.releases.create({ projectId, environment: 'production' });
    await eventually(() => expect(puts()).toBe(1));
    const { data } = await client.i18n.releases.list({ projectId });
    const order = {
      organizationId: (await client.organizations.list()).data[0]!.id,
      projectId,
      releaseId: data[0]!.id,
      locales: null,
      skipUnchanged: false,
      failOn: null,
      address: '127.0.0.1',
    };
    await publishRelease(app.deps, order, new AbortController().signal);
    expect(manifest()).toMatchObject({ version: 2, releaseId: data[0]!.id });
    const written = manifest();
    release();
    expect((await publishing).data).toMatchObject({ status: 'published', version: 2 });
    expect(manifest()).toEqual(written);
    expect(shown()).toBe('two');
    const { data: after } = await client.i18n.releases.list({ projectId });
    expect(after.map(({ status }) => status)).toEqual(['published', 'published']);
  });

  it('two publishers that write one manifest at once never take its version back', async () => {
    const { projectId, environmentId, publishAll, manifest } = await start();
    await publishAll();
    const first = manifest()!;
    const seen: number[] = [];
    const write = (version: number) =>
      changeManifest(store, projectId, environmentId, async (current) => {
        seen.push(current!.version);
        return current!.version >= version ? null : { ...first, version };
      });
    await Promise.all([7, 3, 9, 5, 8, 2, 6, 4].map(write));
    expect(manifest()!.version).toBe(9);
    expect(Math.max(...seen)).toBeLessThanOrEqual(9);
  });
});

describe('a comparison that a release overtakes', () => {
  it('a comparison that a release overtakes does not take its manifest back', async () => {
    const { projectId, environmentId, setText, publish, publishAll, manifest, shown } =
      await start();
    await publishAll();
    await setText('two');
    let go = (): void => {};
    const until = new Promise<void>((resolve) => {
      go = resolve;
    });
    const get = new RegExp(`^GET m/${projectId}/${environmentId}`);
    server.fail(get, { kind: 'held', until });
    const asked = server.requests.length;
    const comparing = syncStore(app.deps, store, trustedProject(projectId));
    // It has read what is live.
    await eventually(() =>
      expect(server.requests.slice(asked).some((name) => get.test(name))).toBe(true),
    );
    await publish();
    go();
    expect(await comparing).toEqual({ repaired: 0, ahead: 0 });
    expect([manifest()!.version, shown()]).toEqual([2, 'two']);
  });

  it('a first release that failed after its manifest was written leaves none', async () => {
    const { publish, manifest } = await start();
    let hasWritten = false;
    afterOperation = (operation) => {
      if (!/^write m\/[^/]+\/[0-9a-f-]{36}/.test(operation) || hasWritten) return;
      hasWritten = true;
      server.fail(/^GET m\/[^/]+\/[0-9a-f-]{36}/, { kind: 'status', status: 500 }, 1_000);
    };
    expect((await refusalOf(publish())).code).toBe('bundle_store_failed');
    server.recover();
    await eventually(() => expect(manifest()).toBeNull());
  });
});

describe('a comparison of the database and the store', () => {
  const compare = () => syncAll(app.deps, store, new AbortController().signal);

  it('writes again what the store has lost or spoilt', async () => {
    const { publishAll, key, manifest, shown } = await start();
    await publishAll();
    const written = manifest()!;
    const blob = `b/${written.locales.en!.sha256}.json`;
    server.objects.delete(key);
    server.objects.delete(blob);
    await compare();
    expect(manifest()).toEqual(written);
    expect(shown()).toBe('one');
    server.objects.set(key, { bytes: Buffer.from('<html>'), headers: {} });
    server.objects.set(blob, { bytes: Buffer.from('{}'), headers: {} });
    await compare();
    expect(manifest()).toEqual(written);
    expect(shown()).toBe('one');
    expect((await compare()).repaired).toBe(0);
  });

  it('leaves a release that a restored backup has lost to its readers, until the next one goes above it', async () => {
    const { projectId, setText, publish, publishAll, manifest, shown } = await start();
    await publishAll();
    await setText('two');
    const { data: lost } = await publishAll();
    const restored = trustedProject(projectId);
    await app.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('release_locale').where('release_id', '=', lost.id).execute();
      await tx.deleteFrom('activity').where('id', '=', lost.id).execute();
      const releases = tx.deleteFrom('release').where('project_id', '=', restored);
      await releases.where('id', '=', lost.id).execute();
    });
    expect((await compare()).ahead).toBe(1);
    expect([manifest()!.releaseId, shown()]).toEqual([lost.id, 'two']);
    await setText('three');
    const { data: next } = await publish();
    expect(next.version).toBe(3);
    expect(manifest()).toMatchObject({ version: 3, releaseId: next.id });
    expect(shown()).toBe('three');
  });

  it('deletes a blob only when no release has named it for 30 days', async () => {
    const { projectId, setText, publish, publishAll, manifest } = await start();
    await publishAll();
    const { sha256, shapes } = manifest()!.locales.en!;
    await setText('two');
    await publish();
    const current = manifest()!.locales.en!;
    const names = [sha256, shapes.nested].flatMap((name) =>
      ['', '.gz', '.br'].map((suffix) => `b/${name}.json${suffix}`),
    );
    const kept = () => names.filter((name) => server.objects.has(name));
    const sweep = () => sweepBlobs(app.deps, store, new AbortController().signal);
    await sweep();
    await eventually(() => expect(kept()).toEqual(names));
    // Retention deletes old releases.
    const rows = app.db.deleteFrom('release_locale').where('project_id', '=', projectId);
    await rows.where('sha256', '=', Buffer.from(sha256, 'hex')).execute();
    await sweep();
    app.clock.advance(29 * DAY_MS);
    expect([await sweep(), kept()]).toEqual([0, names]);
    app.clock.advance(2 * DAY_MS);
    await sweep();
    expect(kept()).toEqual([]);
    expect(server.objects.has(`b/${current.sha256}.json`)).toBe(true);
    // A release that names it again stores it again.
    await setText('one');
    await publish();
    expect(manifest()!.locales.en!.sha256).toBe(sha256);
    await eventually(() => expect(kept()).toEqual(names));
  });
});
