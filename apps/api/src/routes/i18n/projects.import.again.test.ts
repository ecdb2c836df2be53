import type { Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import {
  bring,
  countRows,
  localeCodes,
  storedTexts,
  storedValues,
} from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const textsOf = (project: Project, locale = 'en') => storedTexts(app, project.id, locale);

describe('i18n.projects.import', () => {
  describe('of a file that was imported before', () => {
    it('changes nothing and writes no history if the file is the same', async () => {
      const project = await createProject(tenant.client);
      const file = {
        a: '1',
        b: { c: '2' },
        item_one: '{{count}} item',
        item_other: '{{count}} items',
      };
      await bring(tenant, project, file);
      const before = await countRows(app);
      const values = await storedValues(app, project.id);
      const result = await bring(tenant, project, file);
      expect(result.keys).toEqual({ created: 0, restored: 0, archived: 0, total: 4 });
      expect(result.values).toEqual({ created: 0, updated: 0, unchanged: 4, skipped: 0 });
      expect(await countRows(app)).toEqual(before);
      expect(await storedValues(app, project.id)).toEqual(values);
    });

    it('replaces values that differ, keeps the previous version as history, and marks translations as outdated', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2' });
      await bring(tenant, project, { a: 'eins', b: 'zwei' }, { locale: 'de' });
      const { values } = await bring(tenant, project, { a: 'one', b: '2' });
      expect(values).toEqual({ created: 0, updated: 1, unchanged: 1, skipped: 0 });
      const stored = await storedValues(app, project.id);
      expect(
        stored.map(({ key, locale, text, version, outdated }) => [
          key,
          locale,
          text,
          version,
          outdated,
        ]),
      ).toEqual([
        ['a', 'en', 'one', 2, false],
        ['a', 'de', 'eins', 1, true],
        ['b', 'en', '2', 1, false],
        ['b', 'de', 'zwei', 1, false],
      ]);
      const history = await app.db
        .selectFrom('value_history')
        .where('project_id', '=', project.id)
        .select(['text', 'version', 'origin'])
        .execute();
      expect(history).toEqual([{ text: '1', version: 1, origin: 'import' }]);
      await bring(tenant, project, { a: 'EINS' }, { locale: 'de' });
      const again = await storedValues(app, project.id);
      expect(again.find(({ key, locale }) => key === 'a' && locale === 'de')).toMatchObject({
        text: 'EINS',
        outdated: false,
        version: 2,
      });
    });

    it('outdates nothing if the source is imported after the translations', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: 'eins' }, { locale: 'de' });
      await bring(tenant, project, { a: 'one' });
      const stored = await storedValues(app, project.id);
      expect(stored.map(({ locale, outdated }) => [locale, outdated])).toEqual([
        ['en', false],
        ['de', false],
      ]);
    });

    it('adds new keys at the end of the list', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', c: '3' });
      const { keys, values } = await bring(tenant, project, { a: '1', b: '2', c: '3' });
      expect(keys.created).toBe(1);
      expect(values).toEqual({ created: 1, updated: 0, unchanged: 2, skipped: 0 });
      expect(await textsOf(project)).toEqual([
        ['a', '1'],
        ['c', '3'],
        ['b', '2'],
      ]);
    });
  });

  describe('with `mode`', () => {
    it('set to keep, adds missing values and does not change existing values', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2' });
      const result = await bring(tenant, project, { a: 'x', b: '2', c: '3' }, { mode: 'keep' });
      expect(result.values).toEqual({ created: 1, updated: 0, unchanged: 1, skipped: 1 });
      expect(await textsOf(project)).toEqual([
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ]);
    });

    it('set to fail, lists the values that differ and writes nothing', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2', c: '3' });
      const before = await countRows(app);
      const refusal = await refusalOf(
        bring(
          tenant,
          project,
          { a: 'x', b: '2', c: 'y', d: 'new' },
          { mode: 'fail', targetLocales: ['fr'] },
        ),
      );
      expect(refusal).toMatchObject({
        status: 409,
        code: 'import_conflict',
        errors: [
          { path: 'a', message: expect.stringMatching(/\ben$/) },
          { path: 'c', message: expect.stringMatching(/\ben$/) },
        ],
      });
      expect(await countRows(app)).toEqual(before);
    });

    it('set to fail, lists at most a hundred differences, and returns their total number', async () => {
      const project = await createProject(tenant.client);
      const file = (mark: string) =>
        Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`k${index}`, mark]));
      await bring(tenant, project, file('1'));
      const refusal = await refusalOf(bring(tenant, project, file('2'), { mode: 'fail' }));
      expect(refusal.errors).toHaveLength(100);
      expect(refusal.detail).toContain('250');
    });

    it('set to fail, accepts a file that only adds values', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1' });
      const { values } = await bring(tenant, project, { a: '1', b: '2' }, { mode: 'fail' });
      expect(values).toEqual({ created: 1, updated: 0, unchanged: 1, skipped: 0 });
    });
  });

  describe('with `dryRun`', () => {
    it('returns the response of the later import, and writes nothing', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2', item_one: 'x', old: 'gone' });
      const file = { a: 'x', b: '2', item_one: 'x', item_other: 'y', c: null };
      const more = { prune: true, targetLocales: ['fr', 'de'] };
      const before = await countRows(app);
      const stored = await storedValues(app, project.id);
      const dry = await bring(tenant, project, file, { ...more, dryRun: true });
      expect(await countRows(app)).toEqual(before);
      expect(await storedValues(app, project.id)).toEqual(stored);
      expect(await localeCodes(app, project.id)).toEqual(['en']);
      expect(dry).toMatchObject({ importId: null, dryRun: true, keys: { archived: 1 } });
      const real = await bring(tenant, project, file, more);
      const { importId, changeId } = real;
      expect({ ...dry, importId, changeId, dryRun: false }).toEqual(real);
      expect(await localeCodes(app, project.id)).toEqual(['en', 'fr', 'de']);
    });

    it('returns the error that the later import would return', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1' });
      const refusal = await refusalOf(
        bring(tenant, project, { a: '2' }, { mode: 'fail', dryRun: true }),
      );
      expect(refusal.code).toBe('import_conflict');
    });
  });
});
