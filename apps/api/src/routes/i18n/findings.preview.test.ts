import { type CheckCode, findingsToMask } from '@parlance/messages';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { runRechecks } from '../../domain/content/check/run-rechecks.ts';
import { type ProjectRef, trustedProject } from '../../domain/kernel/tenant.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: ProjectRef;
describeProject(
  (given) => {
    ({ app, tenant } = given);
    projectId = trustedProject(given.projectId);
  },
  { works: false },
);

const preview = (query: { runtimes?: string[]; cursor?: string } = {}) =>
  tenant.client.i18n.findings.preview({ projectId, ...query });
const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });

/** Stores the findings that an earlier version could have computed. */
const store = (key: string, codes: readonly CheckCode[], ignored: readonly CheckCode[] = []) => {
  const maskOf = (list: readonly CheckCode[]) => findingsToMask(list.map((code) => ({ code })));
  return sql`
    update translation_value v
    set checks = ${maskOf(codes)}::bigint, ignored_checks = ${maskOf(ignored)}::bigint
    from translation_key k, locale l
    where v.project_id = ${projectId}::uuid and k.project_id = v.project_id and k.id = v.key_id
      and l.project_id = v.project_id and l.id = v.locale_id and l.code = 'de'
      and k.name = ${key}`.execute(app.db);
};

const storedMasks = async () =>
  JSON.stringify(
    (
      await sql`select key_id, checks::text, updated_at from translation_value
                where project_id = ${projectId}::uuid order by key_id, locale_id`.execute(app.db)
    ).rows,
  );

describe('i18n.findings.preview', () => {
  beforeEach(async () => {
    await importTexts('en', { a: 'Hello {name}', b: 'Save now.', c: 'Fine' });
    await importTexts('de', { a: 'Hallo', b: 'Jetzt sichern.', c: 'Gut' });
    await runRechecks(app.db, projectId);
  });

  it('returns no counts if the findings of the values stay the same, and changes nothing', async () => {
    const before = await storedMasks();
    const { data, meta } = await preview();
    expect(data).toEqual({ values: 6, added: {}, removed: {} });
    expect(meta).toEqual({ nextCursor: null, limit: 1_000 });
    expect(await storedMasks()).toBe(before);
  });

  it('counts findings that values would gain and lose, without dismissed findings and archived keys', async () => {
    await store('a', []);
    await store('b', ['too_long', 'tag_missing'], ['tag_missing']);
    expect((await preview({ runtimes: ['plain'] })).data).toMatchObject({
      added: { placeholder_missing: 1 },
      removed: { too_long: 1 },
    });
    await store('a', [], ['placeholder_missing']);
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    const keyId = keys.find(({ name }) => name === 'b')!.id;
    await tenant.client.i18n.keys.delete({ projectId, keyId });
    expect((await preview()).data).toEqual({ values: 4, added: {}, removed: {} });
  });

  it('counts each value of a large project once, part by part', async () => {
    const texts = (text: string) =>
      Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`k${index}`, text]));
    await importTexts('en', texts('Hello {name}'));
    await importTexts('de', texts('Hallo {name}'));
    await runRechecks(app.db, projectId);
    await sql`update translation_value set checks = 1 where project_id = ${projectId}::uuid`.execute(
      app.db,
    );
    const parts: { values: number; removed: number }[] = [];
    for (let cursor: string | undefined; ; ) {
      const { data, meta } = await preview({ ...(cursor && { cursor }) });
      parts.push({ values: data.values, removed: data.removed.placeholder_missing ?? 0 });
      expect(data.values).toBeLessThanOrEqual(1_000);
      if (meta.nextCursor === null) break;
      cursor = meta.nextCursor;
    }
    const sum = (of: 'values' | 'removed') => parts.reduce((all, part) => all + part[of], 0);
    expect([sum('values'), sum('removed')]).toEqual([2_206, 2_205]);
  });

  it('refuses unknown runtimes and cursors, and projects of other owners', async () => {
    await expect(preview({ runtimes: ['qt', 'vue'] })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'query/runtimes/1', message: expect.stringContaining('“vue”') }],
    });
    expect(await codeOf(preview({ cursor: 'nothing' }))).toBe('validation_failed');
    const other = await createTenant(app);
    const call = other.client.i18n.findings.preview({ projectId });
    expect(await codeOf(call)).toBe('not_found');
  });
});
