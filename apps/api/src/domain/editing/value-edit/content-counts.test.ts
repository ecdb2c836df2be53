import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { readCounted, readTruth } from '../../../../test/content/content-counts.ts';
import {
  contentStep,
  LOCALES,
  NAMES,
  performStep,
  readKnown,
} from '../../../../test/content/content-steps.ts';
import { findDeadlocks } from '../../../../test/measure/find-deadlocks.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { lockKeys } from '../../content/key/key.store.ts';
import { foldOutdatedDeltas } from '../../content/value/outdated-count.store.ts';
import { foldMarks, readRevisions } from '../../content/value/revision.store.ts';
import { foldValueDeltas } from '../../content/value/value-delta.store.ts';
import { inContent } from '../../content/writer/transaction.ts';
import { fillTexts } from '../../content/writer/writer.ts';
import { lockContent } from '../../kernel/project-lock.store.ts';
import { trustedOwner, trustedProject } from '../../kernel/tenant.ts';
import { getProject } from '../../project/project.store.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { env: { MT_ENGINES: 'pseudo' } },
);

/** Error codes with which a request may fail because of concurrent requests. */
const REFUSALS = [
  'archived',
  'conflict',
  'content_invalid',
  'import_conflict',
  'not_found',
  'source_locale',
  'validation_failed',
];

/** Folds some of the appended differences into the stored counts. Returns the number of these differences. */
const foldSome = async (limit: number): Promise<number> => {
  const folded = [foldOutdatedDeltas, foldValueDeltas, foldMarks].map((fold) =>
    fold(app.db, limit),
  );
  return (await Promise.all(folded)).reduce((sum, count) => sum + count, 0);
};

const revisionsOf = async (id: string): Promise<unknown> => {
  const revisionOf = await readRevisions(app.db, trustedProject(id));
  return [0, 1, 2, 3, 4].map(revisionOf);
};

const refusals = async (calls: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.all(calls.map(codeOf))).filter(
    (code) => code !== 'no error' && !REFUSALS.includes(code),
  );

describe('the counts of keys and values', () => {
  it('equal a full count after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(contentStep, { minLength: 5, maxLength: 20 }), async (steps) => {
        const { id } = await createProject(tenant.client);
        for (const one of steps) {
          expect(
            await refusals([performStep(tenant, id, one, await readKnown(tenant, id))]),
          ).toEqual([]);
          expect(await readCounted(app, id)).toEqual(await readTruth(app, tenant, id));
        }
      }),
      { numRuns: testRuns(4), endOnFailure: true },
    );
  });

  it('stay the same when they are folded, during concurrent writes', async () => {
    const { id } = await createProject(tenant.client);
    const texts = (by: string) => Object.fromEntries(NAMES.map((key) => [key, by]));
    for (const code of LOCALES) {
      const content = texts('old');
      await tenant.client.i18n.projects.import({ projectId: id, locale: code, content });
    }
    for (let round = 0; round < 3; round++) {
      await tenant.client.i18n.projects.import({
        projectId: id,
        locale: 'en',
        content: texts(`new ${round}`),
      });
      const { valueIds } = await readKnown(tenant, id);
      await Promise.all([
        ...valueIds
          .slice(round * 4, round * 4 + 12)
          .map((valueId) =>
            tenant.client.i18n.values.update({ projectId: id, valueId, text: `mine ${round}` }),
          ),
        ...Array.from({ length: 4 }, () => foldSome(2)),
      ]);
      expect(await readCounted(app, id)).toEqual(await readTruth(app, tenant, id));
      const revisions = await revisionsOf(id);
      while ((await foldSome(2)) > 0);
      expect(await readCounted(app, id)).toEqual(await readTruth(app, tenant, id));
      expect(await revisionsOf(id)).toEqual(revisions);
    }
    for (const table of ['outdated_value_delta', 'value_count_delta', 'revision_mark']) {
      await eventually(async () => {
        while ((await foldSome(2)) > 0);
        const left = await sql`select from ${sql.table(table)} where project_id = ${id}`.execute(
          app.db,
        );
        expect([table, left.rows.length]).toEqual([table, 0]);
      });
    }
  });

  it('include an outdated value that a job adds while its source text is edited', async () => {
    const { i18n } = tenant.client;
    const projectId = trustedProject((await createProject(tenant.client)).id);
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'old' } });
    await i18n.locales.create({ projectId, code: 'de' });
    const { keyIds, valueIds } = await readKnown(tenant, projectId);
    const locale = await app.db
      .selectFrom('locale')
      .where('project_id', '=', projectId)
      .where('code', '=', 'de')
      .select('id')
      .executeTakeFirstOrThrow();
    const owner = {
      organizationId: trustedOwner(tenant.organizationId),
      projectIds: null,
      principalId: tenant.user.id,
    };
    const project = await getProject(app.db, owner, projectId);
    const edit = await app.db.transaction().execute(async (tx) => {
      await lockContent(tx, projectId, 'shared');
      const [key] = await lockKeys(tx, projectId, keyIds, 'shared');
      const begun = i18n.values.update({ projectId, valueId: valueIds[0]!, text: 'new' });
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
        expect(rows).toHaveLength(1);
      });
      const write = { key: key!, text: 'neu', origin: 'machine', state: 'needs_review' } as const;
      const by = { changeId: newId(), now: app.clock.now() };
      await inContent(tx, project, by, (writing) =>
        fillTexts(writing, { id: locale.id, code: 'de' }, [write]),
      );
      return { begun };
    });
    await edit.begun;
    expect(await readCounted(app, projectId)).toMatchObject({ outdated: { de: 1 } });
    expect(await readCounted(app, projectId)).toEqual(await readTruth(app, tenant, projectId));
  });

  it('equal a full count after concurrent changes, none of which fails or deadlocks', async () => {
    const burst = fc.array(contentStep, { minLength: 4, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { minLength: 2, maxLength: 6 }), async (bursts) => {
        const { id } = await createProject(tenant.client);
        const content = Object.fromEntries(NAMES.map((key) => [key, 'start']));
        for (const code of LOCALES) {
          await tenant.client.i18n.projects.import({ projectId: id, locale: code, content });
        }
        for (const steps of bursts) {
          const there = await readKnown(tenant, id);
          let refused: string[] = [];
          const deadlocks = await findDeadlocks(async () => {
            [refused] = await Promise.all([
              refusals(steps.map((step) => performStep(tenant, id, step, there))),
              foldSome(2),
            ]);
          });
          expect([refused, deadlocks]).toEqual([[], []]);
          expect(await readCounted(app, id)).toEqual(await readTruth(app, tenant, id));
        }
      }),
      { numRuns: testRuns(4), endOnFailure: true },
    );
  });
});
