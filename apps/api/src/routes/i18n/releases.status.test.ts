import type { Release } from '@parlance/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  auditActions,
  codeOf,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { releaseOrders } from '../../../test/content/publisher.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/servers/postgres.ts';
import { executeRaw } from '../../db/client.ts';
import type { ReleaseOrder } from '../../deps.ts';
import { giveUpRelease, publishRelease } from '../../domain/release/publish-release.ts';

let database: TestDatabase;
/**
 * An application that runs no tasks. Releases keep the status `publishing` until the test publishes
 * them.
 */
let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const worker = await startTestApp({ connectionString: database.connectionString });
  tenant = await createTenant(worker);
  await worker.close();
  app = await startTestApp({ connectionString: database.connectionString, works: false });
  tenant = { ...tenant, client: app.client(tenant.apiKey.token) };
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});
beforeEach(async () => {
  projectId = (await createProject(tenant.client)).id;
  await importTexts('en', { title: 'Title {name}' });
});

const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });

const now = { waitSeconds: 0 };
const request = async (input: Record<string, unknown> = {}, options: object = now) =>
  (
    await tenant.client.i18n.releases.create(
      { projectId, environment: 'production', ...input },
      options,
    )
  ).data;
const read = async ({ id: releaseId }: Release) =>
  (await tenant.client.i18n.releases.get({ projectId, releaseId })).data;

const orderOf = async (id: string): Promise<ReleaseOrder> =>
  (await releaseOrders(app)).find(({ releaseId }) => releaseId === id)!;
const publish = async ({ id }: Release) =>
  publishRelease(app.deps, await orderOf(id), new AbortController().signal);

const bundleStatus = async () =>
  (await fetch(`${app.url}/v1/i18n/bundles/${projectId}/production/en`)).status;

describe('a release whose author loses the right to publish', () => {
  it.each(['revoked', 'removed'])(
    'fails and publishes nothing if the author is %s',
    async (how) => {
      const other = await createTenant(app);
      const { id } = await createProject(other.client);
      await other.client.i18n.projects.import({ projectId: id, locale: 'en', content: { a: 'A' } });
      const by = how === 'revoked' ? other.client : other.user.client;
      const call = { projectId: id, environment: 'production' };
      const { data: release } = await by.i18n.releases.create(call, now);
      if (how === 'revoked') await other.user.client.apiKeys.delete({ apiKeyId: other.apiKey.id });
      else
        await app.db
          .updateTable('membership')
          .where('user_id', '=', other.user.id)
          .set({ role: 'viewer' })
          .execute();
      await publish(release);
      const reader = how === 'revoked' ? other.user.client : other.client;
      const read = await reader.i18n.releases.get({ projectId: id, releaseId: release.id });
      expect(read.data).toMatchObject({ status: 'failed', error: { code: 'role_forbidden' } });
      expect((await fetch(`${app.url}/v1/i18n/bundles/${id}/production/en`)).status).toBe(404);
    },
  );
});

describe('a release whose author loses the right during its creation', () => {
  it.each(['key', 'person'])(
    'publishes nothing if the %s loses the right after the snapshot was taken',
    async (what) => {
      const other = await createTenant(app);
      const { id } = await createProject(other.client);
      await other.client.i18n.projects.import({ projectId: id, locale: 'en', content: { a: 'A' } });
      const by = what === 'key' ? other.client : other.user.client;
      const call = { projectId: id, environment: 'production' };
      const { data: release } = await by.i18n.releases.create(call, now);
      const published = Promise.withResolvers<void>();
      // The blobs are stored in the snapshot of the release.
      await app.db.transaction().execute(async (tx) => {
        await executeRaw(tx, 'lock table bundle_blob in share mode');
        publish(release).then(published.resolve, published.reject);
        await eventually(async () => {
          const { rows } = await executeRaw(
            app.db,
            "select count(*)::int as count from pg_locks where not granted and relation = 'bundle_blob'::regclass",
          );
          expect(rows[0]!.count).toBe(1);
        });
        if (what === 'key') await other.user.client.apiKeys.delete({ apiKeyId: other.apiKey.id });
        else
          await app.db
            .updateTable('membership')
            .where('user_id', '=', other.user.id)
            .set({ role: 'viewer' })
            .execute();
      });
      await published.promise;
      const reader = what === 'key' ? other.user.client : other.client;
      const read = await reader.i18n.releases.get({ projectId: id, releaseId: release.id });
      expect(read.data).toMatchObject({ status: 'failed', error: { code: 'role_forbidden' } });
      expect((await fetch(`${app.url}/v1/i18n/bundles/${id}/production/en`)).status).toBe(404);
    },
  );
});

describe('a release that is publishing', () => {
  it('appears in the list, and reaches readers only once it is published', async () => {
    const release = await request();
    expect(release).toMatchObject({ status: 'publishing', version: 1, locales: [], error: null });
    expect(release.publishedAt).toBeNull();
    const { data: list } = await tenant.client.i18n.releases.list({ projectId });
    expect(list.map(({ status }) => status)).toEqual(['publishing']);
    expect(await bundleStatus()).toBe(404);
    const { data: environments } = await tenant.client.i18n.environments.list({ projectId });
    expect(environments[0]!.latestRelease).toBeNull();
    const { data: summary } = await tenant.client.dashboard.activity({});
    expect(summary.filter(({ id }) => id === release.id)).toEqual([]);
    expect(await auditActions(app, release.id)).toEqual([]);

    const waiting = tenant.client.i18n.releases.get(
      { projectId, releaseId: release.id },
      { waitSeconds: 30 },
    );
    await publish(release);
    expect((await waiting).data).toMatchObject({
      status: 'published',
      version: 1,
      locales: [{ code: 'en', keys: 1 }],
      publishedAt: expect.any(String),
    });
    expect(await auditActions(app, release.id)).toEqual(['release.publish']);
    const { data: activity } = await tenant.client.dashboard.activity({});
    expect(activity.filter(({ id }) => id === release.id)).toHaveLength(1);
    await eventually(async () => expect(await bundleStatus()).toBe(200));
    await publish(release);
    expect(await auditActions(app, release.id)).toEqual(['release.publish']);
  });

  it('causes a 409 for other releases of its environment, but not for releases of another environment', async () => {
    await tenant.client.i18n.environments.create({ projectId, name: 'Staging' });
    const release = await request();
    expect(await codeOf(request())).toBe('conflict');
    expect((await request({ environment: 'staging' })).status).toBe('publishing');
    expect(await codeOf(request({ fromReleaseId: release.id }))).toBe('validation_failed');
    const diff = { projectId, releaseId: release.id, locale: 'en' };
    expect(await codeOf(tenant.client.i18n.releases.diff(diff))).toBe('conflict');
    await publish(release);
    expect((await request()).version).toBe(2);
  });

  it('appears unchanged in the response to a repeated call with the same Idempotency-Key', async () => {
    const options = { ...now, idempotencyKey: 'release-1' };
    const first = await request({}, options);
    await publish(first);
    expect(await request({}, options)).toEqual(first);
    expect(await read(first)).toMatchObject({ status: 'published' });
  });

  it('becomes published even if nothing changes, although the call set skipUnchanged', async () => {
    await publish(await request());
    const second = await request({ skipUnchanged: true });
    await publish(second);
    expect(await read(second)).toMatchObject({ status: 'published', version: 2 });
  });
});

describe('a failed release', () => {
  it('contains the reason, and passes its version to the next release', async () => {
    await importTexts('de', { title: 'Titel' });
    const failed = await request({ failOn: 'error' });
    await publish(failed);
    const refused = await read(failed);
    expect(refused).toMatchObject({ status: 'failed', version: 1, publishedAt: null, locales: [] });
    expect(refused.error).toMatchObject({
      code: 'checks_failed',
      errors: [{ path: 'de/title', message: expect.any(String) }],
    });
    expect(await bundleStatus()).toBe(404);
    const next = await request();
    expect(next.version).toBe(1);
    await publish(next);
    const { data: list } = await tenant.client.i18n.releases.list({ projectId });
    expect(list.map(({ status, version }) => [status, version])).toEqual([
      ['published', 1],
      ['failed', 1],
    ]);
  });

  it('fails the call that waits for it, and leaves no data', async () => {
    await importTexts('de', { title: 'Titel' });
    const answer = refusalOf(request({ failOn: 'error' }, { waitSeconds: 30 }));
    const release = await eventually(async () => {
      const { data } = await tenant.client.i18n.releases.list({ projectId });
      return data[0] ?? Promise.reject(new Error('no release yet'));
    });
    await publish(release);
    expect(await answer).toMatchObject({ code: 'checks_failed', status: 409 });
    expect((await tenant.client.i18n.releases.list({ projectId })).data).toEqual([]);
  });

  it('results from an archived environment, or from attempts that were all interrupted', async () => {
    const { data: staging } = await tenant.client.i18n.environments.create({
      projectId,
      name: 'Staging',
    });
    const archived = await request({ environment: 'staging' });
    await tenant.client.i18n.environments.delete({ projectId, environmentId: staging.id });
    await publish(archived);
    expect((await read(archived)).error).toMatchObject({ code: 'archived' });
    const killed = await request();
    await giveUpRelease(app.deps, await orderOf(killed.id), 'The server failed.');
    expect(await read(killed)).toMatchObject({ status: 'failed', error: { code: 'internal' } });
    await publish(killed);
    expect((await read(killed)).status).toBe('failed');
    expect((await request()).status).toBe('publishing');
  });
});
