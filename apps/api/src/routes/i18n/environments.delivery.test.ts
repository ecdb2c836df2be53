import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import {
  auditActions,
  codeOf,
  createApiKeyFor,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { keepWritingReads, writeReads } from '../../http/bundle/write-reads.ts';

const HOUR_MS = 60 * 60 * 1000;

const purged: string[] = [];
let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { overrides: { cdn: { purge: async (tags) => void purged.push(...tags) } } },
);

const i18n = () => tenant.client.i18n;

/** Publishes a text, and returns the environment. */
async function publish(): Promise<{ projectId: string; environmentId: string }> {
  await i18n().projects.import({ projectId, locale: 'en', content: { a: 'A' } });
  const { data } = await i18n().releases.create({ projectId, environment: 'production' });
  return { projectId, environmentId: data.environmentId };
}

const ask = (query = ''): Promise<Response> =>
  fetch(`${app.url}/v1/i18n/bundles/${projectId}/production/en${query}`);
const becomes = (status: number, query = '') =>
  eventually(async () => expect((await ask(query)).status).toBe(status));

describe('stop-delivery', () => {
  it('returns the environment, and apps get 410 after at most a minute, until delivery is resumed', async () => {
    const at = await publish();
    await becomes(200);
    await becomes(200, '?release=1');
    const { data: stopped } = await i18n().environments.stopDelivery(at);
    expect(stopped).toMatchObject({ id: at.environmentId, latestRelease: { version: 1 } });
    expect(stopped.deliveryStoppedAt).not.toBeNull();
    expect(stopped.archivedAt).toBeNull();
    await becomes(410);
    await becomes(410, '?release=1');
    const answer = await ask();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=60',
      'cache-tag': `p-${projectId}`,
      'surrogate-key': `p-${projectId}`,
      'access-control-allow-origin': '*',
    });
    expect(await answer.json()).toMatchObject({ code: 'gone' });
    const { data: resumed } = await i18n().environments.resumeDelivery(at);
    expect(resumed.deliveryStoppedAt).toBeNull();
    await becomes(200);
    await becomes(200, '?release=1');
  });

  it('ends pinned bundles, even in a process that gets no notifications', async () => {
    const { environmentId } = await publish();
    await becomes(200, '?release=1');
    app.bundles.isNotified = false;
    try {
      await app.db
        .updateTable('environment')
        .set({ delivery_stopped_at: new Date() })
        .where('project_id', '=', projectId)
        .where('id', '=', environmentId)
        .execute();
      await becomes(410, '?release=1');
    } finally {
      app.bundles.isNotified = true;
    }
  });

  it('purges the CDN, as resume-delivery does, and archiving does not purge the CDN', async () => {
    const at = await publish();
    const own = () => purged.filter((tag) => tag === `p-${projectId}`).length;
    await i18n().environments.stopDelivery(at);
    await eventually(() => expect(own()).toBeGreaterThan(0));
    const stops = own();
    await i18n().environments.resumeDelivery(at);
    await eventually(() => expect(own()).toBeGreaterThan(stops));
    expect(await countPurges()).toBe(2);
    await i18n().environments.delete(at);
    await i18n().projects.delete({ projectId });
    expect(await countPurges()).toBe(2);
  });

  it('does nothing the second time, and is recorded once, like resume-delivery', async () => {
    const at = await publish();
    const { data: first } = await i18n().environments.stopDelivery(at);
    expect((await i18n().environments.stopDelivery(at)).data).toEqual(first);
    await i18n().environments.resumeDelivery(at);
    await i18n().environments.resumeDelivery(at);
    expect(await auditActions(app, at.environmentId)).toEqual([
      'environment.stop_delivery',
      'environment.resume_delivery',
    ]);
    await i18n().projects.stopDelivery({ projectId });
    await i18n().projects.stopDelivery({ projectId });
    await i18n().projects.resumeDelivery({ projectId });
    await i18n().projects.resumeDelivery({ projectId });
    expect(await auditActions(app, projectId)).toEqual([
      'project.import',
      'project.stop_delivery',
      'project.resume_delivery',
    ]);
  });

  it('works in an archived project, which stays archived, and stays in force when the project is restored', async () => {
    const at = await publish();
    await i18n().environments.delete(at);
    await i18n().projects.delete({ projectId });
    const { data: stopped } = await i18n().environments.stopDelivery(at);
    expect(stopped.archivedAt).not.toBeNull();
    await becomes(410);
    await i18n().projects.update({ projectId, archived: false });
    await i18n().environments.update({ ...at, archived: false });
    expect((await ask()).status).toBe(410);
    await i18n().projects.delete({ projectId });
    expect((await i18n().projects.stopDelivery({ projectId })).data.archivedAt).not.toBeNull();
    await i18n().projects.resumeDelivery({ projectId });
    expect((await ask()).status).toBe(410);
    await i18n().environments.resumeDelivery(at);
    await becomes(200);
  });

  it('stops all environments of a project, including later environments, if it is called for the project', async () => {
    const at = await publish();
    await i18n().projects.stopDelivery({ projectId });
    const { data: staging } = await i18n().environments.create({ projectId, name: 'Staging' });
    expect(staging.deliveryStoppedAt).toBeNull();
    const later = { projectId, environmentId: staging.id };
    await becomes(410);
    expect((await i18n().environments.delivery(at)).data.isStopped).toBe(true);
    expect((await i18n().environments.delivery(later)).data.isStopped).toBe(true);
    await i18n().projects.resumeDelivery({ projectId });
    await becomes(200);
    expect((await i18n().environments.delivery(later)).data.isStopped).toBe(false);
  });

  it('requires the scope releases:write, and answers 404 in other organizations and projects', async () => {
    const at = await publish();
    const all = (client: Tenant['client'], project: string) => {
      const { environments, projects } = client.i18n;
      const own = { ...at, projectId: project };
      return [
        environments.stopDelivery(own),
        environments.resumeDelivery(own),
        projects.stopDelivery({ projectId: project }),
        projects.resumeDelivery({ projectId: project }),
      ].map(codeOf);
    };
    const writer = await createApiKeyFor(tenant.user, ['i18n:read', 'i18n:write', 'releases:read']);
    expect(new Set(await Promise.all(all(writer.client, projectId)))).toEqual(
      new Set(['insufficient_scope']),
    );
    const stranger = await createTenant(app);
    const codes = [
      ...all(stranger.client, projectId),
      codeOf(stranger.client.i18n.environments.delivery(at)),
      codeOf(stranger.client.i18n.projects.delivery({ projectId })),
      ...all(tenant.client, (await createTenant(app)).organizationId),
    ];
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['not_found']));
    await becomes(200);
  });
});

describe('i18n.environments.delivery', () => {
  const requests = async (at: { projectId: string; environmentId: string }) =>
    (await i18n().environments.delivery(at)).data.requestsLastDay;

  it('returns the number of requests of the last day, and states if a CDN may have answered more requests', async () => {
    const at = await publish();
    const { data: staging } = await i18n().environments.create({ projectId, name: 'Staging' });
    const other = { projectId, environmentId: staging.id };
    const etag = (await ask()).headers.get('etag')!;
    await ask('?shape=flat');
    const url = `${app.url}/v1/i18n/bundles/${projectId}/production/en`;
    const unchanged = await fetch(url, { headers: { 'If-None-Match': etag } });
    expect(unchanged.status).toBe(304);
    expect((await i18n().environments.delivery(at)).data).toEqual({
      isStopped: false,
      requestsLastDay: 0,
      hasOtherReaders: true,
    });
    await writeReads(app.deps, app.bundles.reads);
    expect(await requests(at)).toBe(3);
    await ask();
    await writeReads(app.deps, app.bundles.reads);
    expect([await requests(at), await requests(other)]).toEqual([4, 0]);
    expect((await i18n().projects.delivery({ projectId })).data.requestsLastDay).toBe(4);
    app.clock.advance(25 * HOUR_MS);
    expect(await requests(at)).toBe(0);
  });

  it('writes the counts of all environments in one statement a minute, and no count during a request', async () => {
    const first = await publish();
    await becomes(200);
    await writeReads(app.deps, app.bundles.reads);
    const statements: string[] = [];
    const db = app.db.withPlugin({
      transformQuery({ node }) {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const before = await requests(first);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stop = keepWritingReads(
      { ...app.deps, db },
      { bundles: app.bundles, database: { isUp: true } },
    );
    await i18n().environments.create({ projectId, name: 'Staging' });
    await i18n().releases.create({ projectId, environment: 'staging' });
    const staging = `${app.url}/v1/i18n/bundles/${projectId}/staging/en`;
    for (let round = 0; round < 5; round++) {
      expect((await ask()).status).toBe(200);
      expect((await fetch(staging)).status).toBe(200);
    }
    await vi.advanceTimersByTimeAsync(59_999);
    expect(statements).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await stop();
    expect(statements).toHaveLength(1);
    expect(await requests(first)).toBe(before + 5);
    expect((await i18n().projects.delivery({ projectId })).data.requestsLastDay).toBe(before + 10);
  });
});

/** Counts the purges of the project's tag that were requested so far. */
async function countPurges(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job
    where name = 'purge-cdn' and data->>'tag' = ${`p-${projectId}`} and data->>'again' = 'false'`.execute(
    app.db,
  );
  return rows[0]!.count;
}
