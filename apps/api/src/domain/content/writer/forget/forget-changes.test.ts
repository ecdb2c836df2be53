import { paginate } from '@parlance/sdk';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../../../test/app/build.ts';
import { describeTenant } from '../../../../../test/app/describe-project.ts';
import { contentStep, performStep, readKnown } from '../../../../../test/content/content-steps.ts';
import { storedValues } from '../../../../../test/content/import.ts';
import { createScriptedEngine, directoryOf } from '../../../../../test/engines/scripted-engine.ts';
import { executeRaw } from '../../../../db/client.ts';
import { trustedProject } from '../../../kernel/tenant.ts';
import { getProject } from '../../../project/project.store.ts';
import { pageVersions } from '../../value/page-versions.ts';
import { forgetChanges } from './forget-changes.ts';

let app: TestApp;
let tenant: Tenant;
const { signal } = new AbortController();
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { overrides: { engines: directoryOf(createScriptedEngine()) } },
);

/**
 * Returns a time between the changes before and after the call. Ids of changes contain the millisecond of their start.
 */
function between(): Date {
  const begun = Date.now();
  while (Date.now() <= begun + 1);
  return new Date();
}

/** Deletes old changes. The first call decides which changes are kept, and the second call deletes the rest. */
async function forget(projectId: string, before: Date): Promise<number> {
  await forgetChanges(app.db, trustedProject(projectId), before, signal);
  return forgetChanges(app.db, trustedProject(projectId), before, signal);
}

async function tokenOf(projectId: string): Promise<string> {
  const input = { projectId, locale: 'en', format: 'json' } as const;
  return (await tenant.client.i18n.projects.export(input)).meta.syncToken!;
}

const since = (projectId: string, token: string) =>
  Array.fromAsync(paginate(tenant.client.i18n.changes.since, { projectId, token }));

const count = async (projectId: string, table: string): Promise<number> => {
  const { rows } = await executeRaw(
    app.db,
    `select count(*) as count from ${table} where project_id = $1`,
    [projectId],
  );
  return rows[0]!.count as number;
};

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    (found) => found,
    async (error) => codeOf(Promise.reject(error)),
  );

async function readAll(projectId: string) {
  const { i18n } = tenant.client;
  const { data: changes } = await i18n.changes.list({ projectId, limit: 500, items: 5 });
  const read = new Map<number, { change: unknown; revert: unknown }>();
  // Runs the calls one after the other, because they lock the same rows. A call that waits too long
  // would fail.
  for (const change of changes) {
    const revert = i18n.changes.revert({ projectId, changeId: change.id, dryRun: true });
    read.set(change.number!, { change, revert: await outcomeOf(revert.then(({ data }) => data)) });
  }
  return read;
}

/** Returns the records of forgotten changes that have no version left. */
async function findLeft(projectId: string): Promise<unknown[]> {
  const { rows } = await executeRaw(
    app.db,
    `select c.number from change c
     join change_sequence s on s.project_id = c.project_id
     left join change_values t on t.project_id = c.project_id and t.change_id = c.id
     where c.project_id = $1 and c.number <= s.swept_to and not exists (
       select from change p where p.project_id = c.project_id and p.parent_id = c.id)
       and not exists (
         select from unnest(t.key_ids, t.versions) u(key_id, version)
         join (
           select project_id, locale_id, key_id, version from translation_value
           union all select project_id, locale_id, key_id, version from cleared_value
           union all select project_id, locale_id, key_id, version from value_history) v
           on v.key_id = u.key_id and v.version = u.version
         where v.project_id = t.project_id and v.locale_id = t.locale_id)`,
    [projectId],
  );
  return rows;
}

describe('forgetChanges', () => {
  it('keeps all texts, the differences from valid sync tokens, and the remaining changes, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(contentStep, { minLength: 4, maxLength: 16 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (steps, part) => {
          const { id: projectId } = await createProject(tenant.client);
          const tokens: string[] = [];
          const times: Date[] = [];
          for (const one of steps) {
            await codeOf(performStep(tenant, projectId, one, await readKnown(tenant, projectId)));
            tokens.push(await tokenOf(projectId));
            times.push(between());
          }
          const cut = Math.floor(part * (steps.length - 1));
          const differences = () =>
            Promise.all(tokens.map((token) => outcomeOf(since(projectId, token))));
          const [values, found, shown] = [
            await storedValues(app, projectId),
            await differences(),
            await readAll(projectId),
          ];
          await forget(projectId, times[cut]!);

          expect(await storedValues(app, projectId)).toEqual(values);
          const now = await differences();
          expect(now.slice(cut)).toEqual(found.slice(cut));
          for (const [at, rows] of now.slice(0, cut).entries()) {
            expect([found[at], 'unknown_sync_token']).toContainEqual(rows);
          }
          const { rows: kept } = await sql<{ kept_from: number }>`
            select kept_from from change_sequence
            where project_id = ${projectId}::uuid`.execute(app.db);
          const from = kept[0]?.kept_from ?? 0;
          const after = await readAll(projectId);
          expect([...after.keys()]).toEqual([...shown.keys()].filter((number) => number >= from));
          // The first kept change is the state of a token. The versions before it may be deleted.
          for (const [number, one] of after) {
            if (number > from) expect(one).toEqual(shown.get(number));
          }
          expect(await findLeft(projectId)).toEqual([]);
          const { data: all } = await tenant.client.i18n.values.list({ projectId, limit: 500 });
          for (const { id: valueId } of all) {
            const { data } = await tenant.client.i18n.history.list({
              projectId,
              valueId: valueId!,
            });
            expect(data.map(({ by }) => by.id).every((id) => id !== '')).toBe(true);
          }
        },
      ),
      { numRuns: testRuns(8), endOnFailure: true },
    );
  });

  it('keeps the changes of texts that still exist, and the history reports that older versions are deleted', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { i18n } = tenant.client;
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'One', b: 'Stays' } });
    const { data: keys } = await i18n.keys.list({ projectId });
    const keyId = keys.find(({ name }) => name === 'a')!.id;
    const put = (text: string) => i18n.values.put({ projectId, keyId, localeCode: 'en', text });
    for (const text of ['Two', 'Three']) await put(text);
    const early = await tokenOf(projectId);
    await put('Four');
    const token = await tokenOf(projectId);
    const time = between();
    await put('Five');

    expect(await forget(projectId, time)).toBe(1);
    const { data: values } = await i18n.values.list({ projectId, locale: 'en' });
    const idOf = (name: string) => values.find(({ key }) => key === name)!.id!;
    const history = async (name: string) => {
      const { data, meta } = await i18n.history.list({ projectId, valueId: idOf(name) });
      return [data.map(({ text }) => text), meta.olderDeleted];
    };
    expect(await history('a')).toEqual([['Five', 'Four', 'Three'], true]);
    expect(await history('b')).toEqual([['Stays'], false]);
    expect(await since(projectId, token)).toMatchObject([{ before: 'Four', after: 'Five' }]);
    expect(await codeOf(since(projectId, early))).toBe('unknown_sync_token');
    const listed = await i18n.changes.list({ projectId });
    expect(listed.data.map(({ number }) => number)).toEqual([5, 4]);
    expect(listed.meta.olderDeleted).toBe(true);
    // The import wrote `b`. The third change wrote the replaced text that still exists.
    const { rows } = await executeRaw(
      app.db,
      'select number from change where project_id = $1 order by number',
      [projectId],
    );
    expect(rows.map(({ number }) => number)).toEqual([1, 3, 4, 5]);
    const changeId = listed.data[1]!.id;
    expect((await i18n.changes.get({ projectId, changeId })).data.number).toBe(4);
    const { rows: first } = await executeRaw(
      app.db,
      'select id from change where project_id = $1 and number = 1',
      [projectId],
    );
    expect(await codeOf(i18n.changes.get({ projectId, changeId: first[0]!.id as string }))).toBe(
      'not_found',
    );
  });

  it('deletes a change when its last text is replaced', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { i18n } = tenant.client;
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'One' } });
    const keyId = (await i18n.keys.list({ projectId })).data[0]!.id;
    const put = (text: string) => i18n.values.put({ projectId, keyId, localeCode: 'en', text });
    await put('Two');
    await tokenOf(projectId);
    await forget(projectId, between());
    expect(await count(projectId, 'change')).toBe(2);
    await put('Three');
    await put('Four');
    await tokenOf(projectId);
    await forget(projectId, between());
    // The newest change and the change whose text it replaced are left.
    expect(await count(projectId, 'change')).toBe(2);
    expect(await count(projectId, 'change_values')).toBe(2);
    expect(await count(projectId, 'value_history')).toBe(1);
  });

  it('hides the deleted versions from a concurrent read of the history', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { i18n } = tenant.client;
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'One' } });
    const { data: keys } = await i18n.keys.list({ projectId });
    const put = (text: string) =>
      i18n.values.put({ projectId, keyId: keys[0]!.id, localeCode: 'en', text });
    for (const text of ['Two', 'Three', 'Four']) await put(text);
    await tokenOf(projectId);
    const time = between();
    let isForgotten = false;
    const db = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isHistory = result.rows.some(({ text }) => text === 'One');
        if (isHistory && !isForgotten) {
          isForgotten = true;
          await forget(projectId, time);
        }
        return result;
      },
    });
    const project = await getProject(
      app.db,
      { organizationId: tenant.organizationId, projectIds: null, principalId: tenant.apiKey.id },
      projectId,
    );
    const { data: values } = await i18n.values.list({ projectId, locale: 'en' });
    const page = await pageVersions(db, project, values[0]!.id!, {});
    expect(isForgotten).toBe(true);
    expect(page.rows.map(({ text }) => text)).toEqual(['Four', 'Three']);
    expect(page.rows.every(({ by }) => by.id === tenant.apiKey.id)).toBe(true);
    expect(page.olderDeleted).toBe(true);
  });

  it('forgets a change of many values in parts, and resumes after a stop', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const texts = (by: string) =>
      Object.fromEntries(
        Array.from({ length: 9_500 }, (_, index) => [`key_${index}`, `${by} ${index}`]),
      );
    for (const by of ['One', 'Two', 'Three']) {
      await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: texts(by) });
    }
    const token = await tokenOf(projectId);
    const id = trustedProject(projectId);
    const before = between();
    await forgetChanges(app.db, id, before, signal);
    const stop = new AbortController();
    let statements = 0;
    const db = app.db.withPlugin({
      transformQuery({ node }) {
        if (++statements === 12) stop.abort();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await forgetChanges(db, id, before, stop.signal)).toBe(0);
    expect(await count(projectId, 'value_history')).toBe(19_000);
    expect(await forgetChanges(app.db, id, before, signal)).toBe(1);
    expect(await count(projectId, 'value_history')).toBe(9_500);
    expect(await since(projectId, token)).toEqual([]);
    expect(await count(projectId, 'change')).toBe(2);
  });

  it('deletes nothing in an empty project, or if no text has been replaced', async () => {
    const { id: projectId } = await createProject(tenant.client);
    expect(await forget(projectId, between())).toBe(0);
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
    const token = await tokenOf(projectId);
    expect(await forget(projectId, between())).toBe(0);
    expect(await forget(projectId, between())).toBe(0);
    expect(await since(projectId, token)).toEqual([]);
  });
});
