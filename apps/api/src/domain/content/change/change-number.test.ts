import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { BACKGROUND_WORKS } from '../../../tasks/queue/background-works.ts';
import { keepLooking } from '../../../tasks/queue/keep-looking.ts';
import { type ProjectRef, trustedProject } from '../../kernel/tenant.ts';
import { insertChange } from './change.store.ts';
import { numberChanges, numberIdleProject } from './change-number.store.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
});
afterAll(() => app.close());

const makeProject = async (): Promise<ProjectRef> =>
  trustedProject((await createProject(tenant.client)).id);

async function write(db: Db, projectId: ProjectRef): Promise<string> {
  const id = newId();
  const actor = { type: 'user', id: tenant.user.id, name: 'Test' } as const;
  await insertChange(db, { projectId, id, kind: 'edit', actor, now: app.clock.now() });
  return id;
}

async function lastChange(projectId: ProjectRef) {
  const row = await app.db
    .selectFrom('change_sequence')
    .where('project_id', '=', projectId)
    .select(['last_number', 'last_change_id'])
    .executeTakeFirst();
  return { number: row?.last_number ?? 0, changeId: row?.last_change_id ?? null };
}

async function numbered(projectId: ProjectRef): Promise<[number | null, string][]> {
  const { rows } = await sql<{ number: number | null; id: string }>`
    select number, id from change where project_id = ${projectId}::uuid
    order by number nulls last, id`.execute(app.db);
  return rows.map(({ number, id }) => [number, id]);
}

it('a change that commits late gets a higher number than the changes that were already visible', async () => {
  const projectId = await makeProject();
  expect(await lastChange(projectId)).toEqual({ number: 0, changeId: null });
  const [late, early] = await app.db.transaction().execute(async (tx) => {
    const late = await write(tx, projectId);
    const early = await write(app.db, projectId);
    expect(await numberChanges(app.db, projectId)).toBe(1);
    return [late, early];
  });
  expect(await numbered(projectId)).toEqual([
    [1, early],
    [null, late],
  ]);
  expect(await numberChanges(app.db, projectId)).toBe(1);
  expect(await numberChanges(app.db, projectId)).toBe(0);
  expect(await numbered(projectId)).toEqual([
    [1, early],
    [2, late],
  ]);
  expect(await lastChange(projectId)).toEqual({ number: 2, changeId: late });
});

it('the changes of a numbering that is rolled back are numbered by the next numbering', async () => {
  const projectId = await makeProject();
  const id = await write(app.db, projectId);
  const undone = app.db.transaction().execute(async (tx) => {
    await sql`insert into change_sequence (project_id, last_number, last_change_id)
              values (${projectId}::uuid, 1, ${id}::uuid)`.execute(tx);
    await sql`update change set number = 1 where id = ${id}::uuid`.execute(tx);
    throw new Error('killed');
  });
  await expect(undone).rejects.toThrow('killed');
  await numberChanges(app.db, projectId);
  expect(await numbered(projectId)).toEqual([[1, id]]);
});

it('background numbering skips a project that another process numbers', async () => {
  const [busy, idle] = [await makeProject(), await makeProject()];
  for (const projectId of [busy, idle]) {
    await write(app.db, projectId);
    await numberChanges(app.db, projectId);
    await write(app.db, projectId);
  }
  const { signal } = new AbortController();
  await app.db.transaction().execute(async (tx) => {
    await sql`select from change_sequence where project_id = ${busy}::uuid for update`.execute(tx);
    expect(await numberIdleProject(app.db, busy, signal)).toBe(0);
    expect(await numberIdleProject(app.db, idle, signal)).toBe(1);
  });
  expect(await numberIdleProject(app.db, busy, signal)).toBe(1);
  expect((await numbered(busy)).map(([number]) => number)).toEqual([1, 2]);
});

it('change numbers have no gaps and skip no change while other transactions commit, roll back and number changes', async () => {
  const step = fc.constantFrom('write', 'write', 'undo', 'number');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 })), async (writers) => {
      const projectId = await makeProject();
      const committed: string[] = [];
      const perform = async (what: string): Promise<void> => {
        if (what === 'number') {
          const before = await lastChange(projectId);
          await numberChanges(app.db, projectId);
          const after = await lastChange(projectId);
          expect(after.number).toBeGreaterThanOrEqual(before.number);
          return;
        }
        const id = await app.db
          .transaction()
          .execute(async (tx) => {
            const id = await write(tx, projectId);
            if (what === 'undo') throw new Error('undone');
            return id;
          })
          .catch((error: Error) => {
            if (error.message !== 'undone') throw error;
            return null;
          });
        if (id !== null) committed.push(id);
      };
      await Promise.all(
        writers.slice(0, 6).map(async (steps) => {
          for (const what of steps) await perform(what);
        }),
      );
      await numberChanges(app.db, projectId);
      const rows = await numbered(projectId);
      expect(rows.map(([number]) => number)).toEqual(rows.map((_, index) => index + 1));
      expect(rows.map(([, id]) => id).sort()).toEqual(committed.sort());
    }),
    { numRuns: testRuns(8) },
  );
});

it('the numbering of 1,000 changes reads fewer than 5,000 rows, even in a project without statistics', async () => {
  const projectId = await makeProject();
  await sql`analyze change`.execute(app.db);
  await sql`
    insert into change (project_id, id, kind, actor_type, actor_id, actor_name, at)
    select ${projectId}::uuid, gen_random_uuid(), 'edit', 'user', gen_random_uuid(), 'Test', now()
    from generate_series(1, 1000)`.execute(app.db);
  await app.db.connection().execute(async (db) => {
    const rowsRead = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ count: number }>`
        select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_user_tables
        where relid = 'change'::regclass`.execute(db);
      return rows[0]!.count;
    };
    const before = await rowsRead();
    expect(await numberChanges(db, projectId)).toBe(1000);
    const after = await rowsRead();
    expect(after - before).toBeLessThan(5_000);
    await write(db, projectId);
    expect(await numberChanges(db, projectId)).toBe(1);
    expect((await rowsRead()) - after).toBeLessThan(20);
  });
});

it('an import and an export respond after all committed changes are numbered', async () => {
  const { i18n } = tenant.client;
  const projectId = await makeProject();
  await i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
  expect((await numbered(projectId)).map(([number]) => number)).toEqual([1]);
  await i18n.values.update({
    projectId,
    valueId: (await i18n.values.list({ projectId })).data[0]!.id!,
    text: 'B',
  });
  expect((await numbered(projectId)).map(([number]) => number)).toEqual([1, null]);
  await i18n.projects.export({ projectId, locale: 'en', format: 'json' });
  expect((await numbered(projectId)).map(([number]) => number)).toEqual([1, 2]);
});

it('the background numbering numbers the changes of all projects, in two processes at once', async () => {
  const projects = await Promise.all([makeProject(), makeProject(), makeProject()]);
  const over = new AbortController();
  const running = [0, 1].map(() =>
    keepLooking(app.deps, {
      works: BACKGROUND_WORKS.filter(({ name }) => name === 'number changes'),
      tasks: [],
      wake() {},
      signal: over.signal,
    }),
  );
  const writes = projects.flatMap((id) => Array.from({ length: 10 }, () => write(app.db, id)));
  await Promise.all(writes);
  await eventually(async () => {
    for (const id of projects) {
      const numbers = (await numbered(id)).map(([number]) => number);
      expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });
  over.abort();
  await Promise.all(running);
});
