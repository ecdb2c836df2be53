import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { makeTestDirectory } from '../../../../test/servers/postgres.ts';
import { type S3Server, startS3Server } from '../../../../test/servers/s3-server.ts';
import { trustedProject } from '../../kernel/tenant.ts';
import type { Manifest } from './manifest.ts';
import { syncStore } from './sync-store.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface World {
  app: TestApp;
  tenant: Tenant;
  read(key: string): Buffer | null;
  close(): Promise<void>;
}

const WORLDS = {
  async folder(): Promise<World> {
    const folder = makeTestDirectory();
    const app = await startTestApp({ env: { BUNDLE_STORE: `file://${folder}` } });
    return {
      app,
      tenant: await createTenant(app),
      read: (key) => (existsSync(join(folder, key)) ? readFileSync(join(folder, key)) : null),
      close: () => app.close(),
    };
  },
  async bucket(): Promise<World> {
    const server: S3Server = await startS3Server();
    const app = await startTestApp({ env: server.env });
    return {
      app,
      tenant: await createTenant(app),
      read: (key) => server.objects.get(key)?.bytes ?? null,
      async close() {
        await app.close();
        await server.close();
      },
    };
  },
};

describe.each(['folder', 'bucket'] as const)('the bundle store, a %s,', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await WORLDS[kind]();
  });
  afterAll(() => world.close());

  const sync = (projectId: string) =>
    syncStore(world.app.deps, world.app.deps.bundleStore!, trustedProject(projectId));

  const start = async (content: Record<string, unknown>) => {
    const { client } = world.tenant;
    const { id: projectId } = await createProject(client);
    await client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['de', 'de-AT'],
      content,
    });
    const { data } = await client.i18n.environments.list({ projectId });
    const { id: environmentId } = data.find(({ slug }) => slug === 'production')!;
    const manifest = (): Manifest | null => {
      const bytes = world.read(`m/${projectId}/${environmentId}.json`);
      return bytes && JSON.parse(bytes.toString());
    };
    const publish = (options: { locales?: string[]; fromReleaseId?: string } = {}) =>
      client.i18n.releases.create({ projectId, environment: 'production', ...options });
    const setText = (locale: string, key: string, text: string) =>
      client.i18n.projects.import({
        projectId,
        locale,
        content: { [key]: text },
      });
    return { client, projectId, environmentId, manifest, publish, setText };
  };

  it('has a manifest that names the blobs of each locale, and serves the bundles of the service as these blobs', async () => {
    const { projectId, manifest, publish } = await start({ menu: { open: 'Open' }, a: 'A' });
    const { data: release } = await publish();
    const written = manifest()!;
    expect(written).toMatchObject({
      version: 1,
      releaseId: release.id,
      publishedAt: release.publishedAt,
      parents: { de: 'en', 'de-AT': 'de' },
    });
    expect(Object.keys(written.locales).sort()).toEqual(['de', 'de-AT', 'en']);
    for (const [locale, { sha256: flat, bytes, shapes, ...entry }] of Object.entries(
      written.locales,
    )) {
      expect(entry).toMatchObject({ releaseVersion: 1, releaseId: release.id, keySeparator: '.' });
      for (const [name, shape] of [
        [flat, 'flat'],
        [shapes.nested, 'nested'],
      ] as const) {
        const blob = world.read(`b/${name}.json`)!;
        expect(sha256(blob)).toBe(name);
        await eventually(() => {
          expect(gunzipSync(world.read(`b/${name}.json.gz`)!)).toEqual(blob);
          expect(brotliDecompressSync(world.read(`b/${name}.json.br`)!)).toEqual(blob);
        });
        const path = `/v1/i18n/bundles/${projectId}/production/${locale}`;
        const answer = await fetch(`${world.app.url}${path}?envelope=false&shape=${shape}`);
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(blob);
        if (shape === 'flat') expect(bytes).toBe(blob.length);
      }
    }
  });

  it('keeps the locales that a partial release leaves out, and gets a manifest with a new version from a rollback', async () => {
    const { manifest, publish, setText } = await start({ a: 'one' });
    const { data: first } = await publish();
    const before = manifest()!;
    await setText('de', 'a', 'zwei');
    await publish({ locales: ['de'] });
    const partial = manifest()!;
    expect(partial.version).toBe(2);
    expect(partial.locales.en).toEqual(before.locales.en);
    expect(partial.locales.de).toMatchObject({ releaseVersion: 2 });
    expect(partial.locales.de!.sha256).not.toBe(before.locales.de!.sha256);
    await publish({ fromReleaseId: first.id });
    const back = manifest()!;
    expect(back.version).toBe(3);
    for (const locale of ['en', 'de', 'de-AT']) {
      expect(back.locales[locale]!.sha256).toBe(before.locales[locale]!.sha256);
      expect(back.locales[locale]!.shapes).toEqual(before.locales[locale]!.shapes);
    }
  });

  it('keeps the manifest of an archived environment, and lacks a manifest only while delivery is stopped', async () => {
    const { client, projectId, environmentId, manifest, publish } = await start({ a: 'one' });
    await publish();
    const written = manifest();
    const index = `m/${projectId}/environments.json`;
    expect(JSON.parse(world.read(index)!.toString())).toMatchObject({
      production: { id: environmentId, prefixes: [] },
    });
    await client.i18n.environments.update({ projectId, environmentId, archived: true });
    await client.i18n.projects.update({ projectId, archived: true });
    await sync(projectId);
    expect(manifest()).toEqual(written);
    await client.i18n.environments.stopDelivery({ projectId, environmentId });
    await eventually(() => expect([manifest(), world.read(index)]).toEqual([null, null]));
    await client.i18n.environments.resumeDelivery({ projectId, environmentId });
    await eventually(() => expect(manifest()).toEqual(written));
    await client.i18n.projects.stopDelivery({ projectId });
    await eventually(() => expect([manifest(), world.read(index)]).toEqual([null, null]));
    await client.i18n.projects.resumeDelivery({ projectId });
    await eventually(() => expect(manifest()).toEqual(written));
  });

  it('gets no manifest of a stopped environment, and gets the newest release when delivery is resumed', async () => {
    const { client, projectId, environmentId, manifest, publish, setText } = await start({
      a: 'b',
    });
    await publish();
    await client.i18n.environments.stopDelivery({ projectId, environmentId });
    await eventually(() => expect(manifest()).toBeNull());
    await setText('en', 'a', 'corrected');
    const { data: release } = await publish();
    expect([release.status, release.version, manifest()]).toEqual(['published', 2, null]);
    await sync(projectId);
    expect(manifest()).toBeNull();
    await client.i18n.environments.resumeDelivery({ projectId, environmentId });
    await eventually(() =>
      expect(manifest()).toMatchObject({ version: 2, locales: { en: { releaseVersion: 2 } } }),
    );
  });

  it('keeps the last release of a disabled locale, in the manifest and as the parent of its regions', async () => {
    const { client, projectId, manifest, publish, setText } = await start({ a: 'one' });
    await publish();
    await setText('de', 'a', 'eins');
    const { data: german } = await publish({ locales: ['de'] });
    const { de } = manifest()!.locales;
    expect(de).toMatchObject({ releaseVersion: 2, releaseId: german.id });
    await client.i18n.locales.update({ projectId, localeCode: 'de', enabled: false });
    for (let version = 3; version <= 4; version++) {
      await setText('en', 'a', `text ${version}`);
      await publish();
      const written = manifest()!;
      expect(written).toMatchObject({ version, parents: { 'de-AT': 'de' } });
      expect(written.locales.de).toEqual(de);
      expect(written.locales.en!.releaseVersion).toBe(version);
      await sync(projectId);
      expect(manifest()).toEqual(written);
    }
  });
});
