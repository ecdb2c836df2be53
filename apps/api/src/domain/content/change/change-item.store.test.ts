import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import type { Tenant } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { PlanWork } from '../../../../test/measure/plan-work.ts';
import { trustedProject } from '../../kernel/tenant.ts';
import { listFirstItems } from './change-item.store.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);

it('the first items of a change are listed without reading all other items of the change', async () => {
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
  const { rows } = await sql<{ id: string }>`
    select id from change where project_id = ${projectId}::uuid`.execute(app.db);
  const [{ id }] = rows as [{ id: string }];
  // Stores the rows that an import of 2,000,000 values would store.
  await sql`
    insert into change_values
      (project_id, change_id, locale_id, first_key_id, key_ids, versions, values_count)
    select project_id, change_id, locale_id, made.id, array[made.id], array[1], 1
    from change_values, (select gen_random_uuid() as id from generate_series(1, 2000)) made
    where project_id = ${projectId}::uuid`.execute(app.db);
  const work = new PlanWork();
  onTestFinished(() => work.stop());
  const items = await listFirstItems(app.db, trustedProject(projectId), [id], 5);
  const [statement] = work.take();
  expect(items.get(id)?.[0]).toMatchObject({ kind: 'created', key: 'a' });
  expect(statement!.rows).toBeLessThan(300);
});
