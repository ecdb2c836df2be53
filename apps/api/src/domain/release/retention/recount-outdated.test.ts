import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { sweepContent } from '../../../tasks/sweep-content.ts';
import { markFindings } from '../../content/index.ts';
import { trustedProject } from '../../kernel/index.ts';
import { recountOutdated } from './recount-outdated.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
const { signal } = new AbortController();
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);

/** Changes the number of outdated texts, as a process of a version with another way of counting would. */
async function distort(localeCode: string, by: number): Promise<void> {
  await sql`
    insert into outdated_value_delta (project_id, locale_id, values_count)
    select project_id, id, ${by}::bigint from locale
    where project_id = ${projectId}::uuid and code = ${localeCode}`.execute(app.db);
  await markFindings(app.db, trustedProject(projectId));
}

async function outdated(): Promise<Record<string, number>> {
  const { data } = await tenant.client.i18n.counts.get({ projectId });
  return Object.fromEntries(data.map((counts) => [counts.locale, counts.outdated]));
}

it('wrong numbers of outdated texts are corrected once a day, and correct numbers stay unchanged', async () => {
  const { i18n } = tenant.client;
  const bring = (locale: string, content: Record<string, string>) =>
    i18n.projects.import({ projectId, locale, content });
  await bring('en', { a: 'One', b: 'Two', name: 'Shop', old: 'Old' });
  for (const locale of ['de', 'fr', 'es']) {
    await bring(locale, { a: 'a', b: 'b', name: 'Shop', old: 'old' });
  }
  const { data: keys } = await i18n.keys.list({ projectId });
  const idOf = (name: string) => keys.find((key) => key.name === name)!.id;
  await bring('en', { a: 'The one', name: 'The Shop', old: 'Older' });
  await i18n.keys.update({ projectId, keyId: idOf('name'), translatable: false });
  await i18n.keys.delete({ projectId, keyId: idOf('old') });
  await bring('de', { a: 'Das eine' });
  const right = await outdated();
  expect(right).toEqual({ en: 0, de: 0, fr: 1, es: 1 });
  // The numbers of another project are correct.
  await createProject(tenant.client);
  expect(await recountOutdated(app.db, signal)).toBe(0);

  // One number is too high, one counts a locale without outdated texts, and one is too low.
  await distort('de', 2);
  await distort('fr', 3);
  await distort('es', -1);
  expect(await outdated()).not.toEqual(right);
  await sweepContent.run(app.deps, {}, { signal, attempt: 0 });
  expect(await outdated()).toEqual(right);
  expect(await recountOutdated(app.db, signal)).toBe(0);
});
