import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import type { Tenant } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { newKeyId } from '../../../db/ids/uuid.ts';
import { indexMemory, sweepMemory } from '../../translation/memory/index-memory.ts';
import { countOrphans } from './count-orphans.ts';

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

it('values without a key or a locale are counted, and other values are not counted', async () => {
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
  const before = await countOrphans(app.db, signal);
  for (const localeId of [1, 77]) {
    const keyId = newKeyId();
    await sql`
      insert into translation_value (project_id, locale_id, key_id, text, state, origin, source_version,
                                     change_id, updated_at)
      values (${projectId}::uuid, ${localeId}::smallint, ${keyId}::uuid, 'Lost', 'translated', 'import',
              0, ${keyId}::uuid, now())`.execute(app.db);
  }
  expect(before).toBe(0);
  expect(await countOrphans(app.db, signal)).toBe(2);
});

it('source texts that no key uses any more are removed from the translation memory, and other texts are kept', async () => {
  const known = async (): Promise<number> => {
    const { rows } = await sql`select from memory_text`.execute(app.db);
    return rows.length;
  };
  const { i18n } = tenant.client;
  await i18n.projects.import({ projectId, locale: 'en', content: { x: 'Kept', y: 'Old' } });
  await indexMemory(app.deps, signal);
  const before = await known();
  await i18n.projects.import({ projectId, locale: 'en', content: { y: 'New' } });
  await indexMemory(app.deps, signal);
  expect(await known()).toBe(before + 1);
  await sweepMemory(app.deps, signal);
  expect(await known()).toBe(before);
});
