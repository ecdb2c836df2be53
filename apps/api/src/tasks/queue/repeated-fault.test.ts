import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { withoutDelays } from '../../../test/app/without-delays.ts';
import { execute } from '../../../test/servers/postgres.ts';
import { SQL_STATES } from '../../db/fault.ts';
import { RepeatedFault, repeatedFaultOf } from './repeated-fault.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo' } });
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

/** Makes each insert and update of a table fail with the given SQLSTATE code. */
const breakTable = (table: string, state: string) =>
  execute(
    app.connectionString,
    `create or replace function broken() returns trigger language plpgsql as $$
     begin raise exception using errcode = '${state}'; end $$;
     create trigger broken before insert or update on ${table} execute function broken()`,
  );
const fixTable = (table: string) =>
  execute(app.connectionString, `drop trigger broken on ${table}`);

const DIVISION_BY_ZERO = '22012';

async function newProject(): Promise<string> {
  const { id: projectId } = await createProject(tenant.client);
  const content = { a: 'Some text' };
  const targetLocales = ['de'];
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', targetLocales, content });
  return projectId;
}

describe('a task that fails three times in the same way', () => {
  it('fails its release with the reason, and the environment can publish the next release', async () => {
    const projectId = await newProject();
    const order = { projectId, environment: 'production' };
    await breakTable('release_locale', DIVISION_BY_ZERO);
    const { releases } = tenant.client.i18n;
    const { data: requested } = await releases.create(order, { waitSeconds: 0 });
    const { data: failed } = await withoutDelays(
      app,
      'publish-release',
      releases.get({ projectId, releaseId: requested.id }, { waitSeconds: 60 }),
    );
    await fixTable('release_locale');
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'internal' } });
    expect(failed.error!.detail).toMatch(/^The server failed 3 times in the same way \(22012\)/);
    const { data: next } = await releases.create(order, { waitSeconds: 60 });
    expect(next.status).toBe('published');
  });

  it('fails its translation job with the reason', async () => {
    const projectId = await newProject();
    await breakTable('translation_value', DIVISION_BY_ZERO);
    const { data: job } = await withoutDelays(
      app,
      'translate-job',
      tenant.client.translate.jobs.create({ projectId }, { waitSeconds: 60 }),
    );
    await fixTable('translation_value');
    expect(job).toMatchObject({ status: 'failed', error: { code: 'internal' } });
    expect(job.error!.message).toMatch(/^The server failed 3 times in the same way \(22012\)/);
  });
});

describe('repeatedFaultOf', () => {
  const failure = (message: string): Error => new TypeError(message);

  it('counts consecutive equal faults, and restarts the count at a different fault', () => {
    const first = repeatedFaultOf(failure('a'), null)!;
    const again = [1, 2].reduce<RepeatedFault>(
      (before) => new RepeatedFault(before.fault, before.times + 1, null),
      first,
    );
    expect(first.detail).toBeNull();
    expect(again.detail).toMatch(/3 times in the same way \(TypeError\)/);
    const second = repeatedFaultOf(failure('a'), { fault: first.fault, times: 1 })!;
    expect(second.times).toBe(2);
    const other = repeatedFaultOf(new RangeError('a'), { fault: first.fault, times: 2 })!;
    expect(other.times).toBe(1);
  });

  it('ignores temporary faults', async () => {
    for (const state of [SQL_STATES.deadlock, SQL_STATES.serializationFailure, '53100', '57P01']) {
      const error = await sql
        .raw(`do $$ begin raise exception using errcode = '${state}'; end $$`)
        .execute(app.db)
        .catch((thrown: unknown) => thrown);
      expect(repeatedFaultOf(error, null), state).toBeNull();
    }
  });
});
