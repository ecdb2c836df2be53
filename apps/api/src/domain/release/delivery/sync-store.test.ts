import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { describeStore } from '../../../../test/app/describe-store.ts';
import { refusalOf } from '../../../../test/app/refusal.ts';
import { trustedProject } from '../../kernel/tenant.ts';
import { publishRelease } from '../publish-release.ts';
import { sweepBlobs, syncAll } from './sweep-store.ts';
import { syncStore } from './sync-store.ts';
import { changeManifest } from './write-manifest.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const given = describeStore();

describe('two publishers', () => {
  it('publish one release once, even if one of the publishers was considered dead', async () => {
    const { client, projectId, environmentId, setText, publishAll, manifest, shown } =
      await given.start();
    await publishAll();
    await setText('two');
    let release = (): void => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const put = new RegExp(`^PUT m/${projectId}/${environmentId}`);
    given.server.fail(put, { kind: 'held', until });
    const asked = given.server.requests.length;
    const puts = () => given.server.requests.slice(asked).filter((name) => put.test(name)).length;
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
    await publishRelease(given.app.deps, order, new AbortController().signal);
    expect(manifest()).toMatchObject({ version: 2, releaseId: data[0]!.id });
    const written = manifest();
    release();
    expect((await publishing).data).toMatchObject({ status: 'published', version: 2 });
    expect(manifest()).toEqual(written);
    expect(shown()).toBe('two');
    const { data: after } = await client.i18n.releases.list({ projectId });
    expect(after.map(({ status }) => status)).toEqual(['published', 'published']);
  });

  it('never downgrade the version of a manifest that they write concurrently', async () => {
    const { projectId, environmentId, publishAll, manifest } = await given.start();
    await publishAll();
    const first = manifest()!;
    const seen: number[] = [];
    const write = (version: number) =>
      changeManifest(given.store, projectId, environmentId, async (current) => {
        seen.push(current!.version);
        return current!.version >= version ? null : { ...first, version };
      });
    await Promise.all([7, 3, 9, 5, 8, 2, 6, 4].map(write));
    expect(manifest()!.version).toBe(9);
    expect(Math.max(...seen)).toBeLessThanOrEqual(9);
  });
});

describe('the bundle store', () => {
  it('keeps the manifest of a release that overtakes a comparison', async () => {
    const { projectId, environmentId, setText, publish, publishAll, manifest, shown } =
      await given.start();
    await publishAll();
    await setText('two');
    let go = (): void => {};
    const until = new Promise<void>((resolve) => {
      go = resolve;
    });
    const get = new RegExp(`^GET m/${projectId}/${environmentId}`);
    given.server.fail(get, { kind: 'held', until });
    const asked = given.server.requests.length;
    const comparing = syncStore(given.app.deps, given.store, trustedProject(projectId));
    await eventually(() =>
      expect(given.server.requests.slice(asked).some((name) => get.test(name))).toBe(true),
    );
    await publish();
    go();
    expect(await comparing).toEqual({ repaired: 0, ahead: 0 });
    expect([manifest()!.version, shown()]).toEqual([2, 'two']);
  });

  it('has no manifest if delivery is stopped during a comparison', async () => {
    const { client, projectId, environmentId, publishAll, key, manifest } = await given.start();
    await publishAll();
    given.server.objects.delete(key);
    let isStopped = false;
    given.beforeWrite = async () => {
      if (isStopped) return;
      isStopped = true;
      await client.i18n.environments.stopDelivery({ projectId, environmentId });
    };
    const { bundleStore } = given.app.deps;
    await syncStore(given.app.deps, bundleStore!, trustedProject(projectId));
    expect([isStopped, manifest()]).toEqual([true, null]);
  });

  it('has no manifest of a first release that fails after the manifest was written', async () => {
    const { publish, manifest } = await given.start();
    let hasWritten = false;
    given.afterOperation = (operation) => {
      if (!/^write m\/[^/]+\/[0-9a-f-]{36}/.test(operation) || hasWritten) return;
      hasWritten = true;
      given.server.fail(/^GET m\/[^/]+\/[0-9a-f-]{36}/, { kind: 'status', status: 500 }, 1_000);
    };
    expect((await refusalOf(publish())).code).toBe('bundle_store_failed');
    given.server.recover();
    await eventually(() => expect(manifest()).toBeNull());
  });
});

describe('a comparison of the database and the store', () => {
  const compare = () => syncAll(given.app.deps, given.store, new AbortController().signal);

  it('rewrites lost and corrupt objects of the store', async () => {
    const { publishAll, key, manifest, shown } = await given.start();
    await publishAll();
    const written = manifest()!;
    const blob = `b/${written.locales.en!.sha256}.json`;
    given.server.objects.delete(key);
    given.server.objects.delete(blob);
    await compare();
    expect(manifest()).toEqual(written);
    expect(shown()).toBe('one');
    given.server.objects.set(key, { bytes: Buffer.from('<html>'), headers: {} });
    given.server.objects.set(blob, { bytes: Buffer.from('{}'), headers: {} });
    await compare();
    expect(manifest()).toEqual(written);
    expect(shown()).toBe('one');
    expect((await compare()).repaired).toBe(0);
  });

  it('keeps a release that a restored database lacks, until a release with a higher version', async () => {
    const { projectId, setText, publish, publishAll, manifest, shown } = await given.start();
    await publishAll();
    await setText('two');
    const { data: lost } = await publishAll();
    const restored = trustedProject(projectId);
    await given.app.db.transaction().execute(async (tx) => {
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

  it('deletes a blob only if no release has named the blob for 30 days', async () => {
    const { projectId, setText, publish, publishAll, manifest } = await given.start();
    await publishAll();
    const { sha256, shapes } = manifest()!.locales.en!;
    await setText('two');
    await publish();
    const current = manifest()!.locales.en!;
    const names = [sha256, shapes.nested].flatMap((name) =>
      ['', '.gz', '.br'].map((suffix) => `b/${name}.json${suffix}`),
    );
    const kept = () => names.filter((name) => given.server.objects.has(name));
    const sweep = () => sweepBlobs(given.app.deps, given.store, new AbortController().signal);
    await sweep();
    await eventually(() => expect(kept()).toEqual(names));
    const rows = given.app.db.deleteFrom('release_locale').where('project_id', '=', projectId);
    await rows.where('sha256', '=', Buffer.from(sha256, 'hex')).execute();
    await sweep();
    given.app.clock.advance(29 * DAY_MS);
    expect([await sweep(), kept()]).toEqual([0, names]);
    given.app.clock.advance(2 * DAY_MS);
    await sweep();
    expect(kept()).toEqual([]);
    expect(given.server.objects.has(`b/${current.sha256}.json`)).toBe(true);
    await setText('one');
    await publish();
    expect(manifest()!.locales.en!.sha256).toBe(sha256);
    await eventually(() => expect(kept()).toEqual(names));
  });
});
