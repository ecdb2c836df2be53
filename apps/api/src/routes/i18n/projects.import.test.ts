import type { ImportResult, Project } from '@parlance/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { refusalOf, sendRaw } from '../../../test/app/refusal.ts';
import { bring, countRows, localeCodes, storedTexts } from '../../../test/content/import.ts';

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
  describe('a first import', () => {
    it('creates keys in the order of the file, and returns the counts', async () => {
      const project = await createProject(tenant.client);
      const result = await bring(tenant, project, { b: 'B', a: { z: 'Z', y: ['0', '1'] } });
      expect(result).toEqual({
        importId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        changeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        locale: 'en',
        format: 'json',
        dryRun: false,
        locales: { created: [] },
        keys: { created: 4, restored: 0, archived: 0, total: 4 },
        values: { created: 4, updated: 0, unchanged: 0, skipped: 0 },
        warnings: [],
        translation: null,
      });
      expect(await textsOf(project)).toEqual([
        ['b', 'B'],
        ['a.z', 'Z'],
        ['a.y[0]', '0'],
        ['a.y[1]', '1'],
      ]);
    });

    it('joins names by the separator of the project', async () => {
      const project = await createProject(tenant.client, { settings: { keySeparator: '/' } });
      await bring(tenant, project, { a: { b: 'x' }, 'c.d': 'y' });
      expect(await textsOf(project)).toEqual([
        ['a/b', 'x'],
        ['c.d', 'y'],
      ]);
    });

    it('writes one change and one entry of the audit log, and writes no history', async () => {
      const project = await createProject(tenant.client);
      const before = await countRows(app);
      const { importId } = await bring(tenant, project, { a: '1', b: '2' });
      const after = await countRows(app);
      expect(after.value_history).toBe(before.value_history);
      expect(after.change).toBe(before.change! + 1);
      const entries = await app.db
        .selectFrom('audit_log')
        .where('target_id', '=', project.id)
        .where('action', '=', 'project.import')
        .select(['actor_type', 'details'])
        .execute();
      expect(entries).toMatchObject([
        { actor_type: 'api_key', details: { locale: 'en', keys: { created: 2 } } },
      ]);
      expect(importId).not.toBeNull();
    });

    it('keeps every code unit of texts, and names such as __proto__ and constructor', async () => {
      const project = await createProject(tenant.client);
      const texts: [string, string][] = [
        ['__proto__', 'a'],
        ['constructor', 'b'],
        ['constructor.prototype', 'c'],
        ['e\u0301 vs é', 'e\u0301'],
        ['rtl', '\u200fمرحبا\u202e'],
        ['astral', '😀\u{10ffff}'],
        ['controls', '\u0001\u001b\u007f\u0085\u2028\ufeff\uffff'],
        ['blanks', '  \t\r\n '],
        ['empty', ''],
        ['', 'the empty name'],
      ];
      const body = `{${texts.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',')}}`;
      await tenant.client.i18n.projects.import({
        projectId: project.id,
        locale: 'en',
        body,
        contentType: 'application/json',
      });
      expect(await textsOf(project)).toEqual(texts);
      const enveloped = await createProject(tenant.client);
      const response = await sendRaw(
        app,
        tenant,
        `/v1/i18n/projects/${enveloped.id}/import`,
        `{"content":${body},"locale":"en"}`,
        { 'Content-Type': 'application/json' },
      );
      expect(response.status).toBe(200);
      expect(await textsOf(enveloped)).toEqual(texts);
      expect(({} as Record<string, unknown>).a).toBeUndefined();
    });

    it('stores numbers and booleans as their source text and skips null with a warning', async () => {
      const project = await createProject(tenant.client);
      const response = await sendRaw(
        app,
        tenant,
        `/v1/i18n/projects/${project.id}/import?locale=en`,
        '{"a":1.10,"b":-0,"c":1e400,"d":true,"e":null,"f":12345678901234567890,"g":{},"h":[null]}',
        { 'Content-Type': 'application/json' },
      );
      const { data } = (await response.json()) as { data: ImportResult };
      expect(await textsOf(project)).toEqual([
        ['a', '1.10'],
        ['b', '-0'],
        ['c', '1e400'],
        ['d', 'true'],
        ['f', '12345678901234567890'],
      ]);
      expect(data.warnings.map(({ path, code }) => [path, code])).toEqual([
        ['e', 'null_skipped'],
        ['g', 'empty_object_skipped'],
        ['h[0]', 'null_skipped'],
      ]);
      expect(data.keys.total).toBe(5);
    });

    it('lists a thousand warnings, and returns the number of the omitted warnings', async () => {
      const project = await createProject(tenant.client);
      const nulls = Object.fromEntries(
        Array.from({ length: 20_000 }, (_, index) => [`k${index}`, null]),
      );
      for (const send of [
        () => bring(tenant, project, nulls),
        () => bring(tenant, project, JSON.stringify(nulls)),
      ]) {
        const { warnings } = await send();
        expect(warnings).toHaveLength(1001);
        expect(warnings.at(-1)).toEqual({
          path: '',
          code: 'warnings_omitted',
          message: '19000 more warnings are not listed',
        });
      }
    });
  });

  describe('prune', () => {
    it('archives the keys that the file no longer has, and an import restores them', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2', c: '3' });
      const pruned = await bring(tenant, project, { b: '2' }, { prune: true });
      expect(pruned.keys).toEqual({ created: 0, restored: 0, archived: 2, total: 1 });
      expect(await textsOf(project)).toEqual([['b', '2']]);
      const restored = await bring(tenant, project, { a: '1', b: '2', c: 'three' });
      expect(restored.keys).toEqual({ created: 0, restored: 2, archived: 0, total: 3 });
      expect(restored.values).toEqual({ created: 0, updated: 1, unchanged: 2, skipped: 0 });
      expect(await textsOf(project)).toEqual([
        ['a', '1'],
        ['b', '2'],
        ['c', 'three'],
      ]);
    });

    it('archives nothing if the file is of another locale, and warns', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2' });
      const result = await bring(tenant, project, { a: 'eins' }, { locale: 'de', prune: true });
      expect(result.keys.archived).toBe(0);
      expect(result.warnings).toMatchObject([{ code: 'prune_ignored' }]);
      const csv = { locale: 'de', format: 'csv', prune: true } as const;
      const translators = await bring(tenant, project, 'key,en,de\na,1,eins\n', csv);
      expect(translators.keys.archived).toBe(0);
      expect(translators.warnings).toMatchObject([{ code: 'prune_ignored' }]);
      expect(await textsOf(project)).toHaveLength(2);
    });

    it('archives all keys if a source file has no texts', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2' });
      const { keys } = await bring(tenant, project, {}, { prune: true });
      expect(keys).toEqual({ created: 0, restored: 0, archived: 2, total: 0 });
    });

    it('keeps the plural forms that only other languages have, until their family is archived', async () => {
      const project = await createProject(tenant.client, {
        settings: { messageFormat: 'i18next' },
      });
      const source = { item_one: '{{count}} item', item_other: '{{count}} items' };
      await bring(tenant, project, { ...source, gone: 'x' });
      const polish = { item_one: 'a', item_few: 'b', item_many: 'c', item_other: 'd' };
      await bring(tenant, project, polish, { locale: 'pl' });
      const pruned = await bring(tenant, project, source, { prune: true });
      expect(pruned.keys.archived).toBe(1);
      expect(Object.fromEntries(await textsOf(project, 'pl'))).toEqual(polish);
      const without = await bring(tenant, project, { title: 'T' }, { prune: true });
      expect(without.keys.archived).toBe(4);
    });

    it('does not archive keys again that are already archived', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { a: '1', b: '2' });
      await bring(tenant, project, { a: '1' }, { prune: true });
      const { keys } = await bring(tenant, project, { a: '1' }, { prune: true });
      expect(keys.archived).toBe(0);
    });
  });

  describe('of new locales', () => {
    it('creates missing locales of the import and of its targets, in canonical case', async () => {
      const project = await createProject(tenant.client);
      const result = await bring(
        tenant,
        project,
        { a: 'x' },
        { locale: 'pt_br', targetLocales: ['ZH-hant', 'en'] },
      );
      expect(result.locale).toBe('pt-BR');
      expect(await localeCodes(app, project.id)).toEqual(['en', 'pt-BR', 'zh-Hant']);
    });

    it('refuses too many locales, and creates no locale', async () => {
      const project = await createProject(tenant.client);
      const letters = [...'abcdefghijklmnopqrstuvwxyz'];
      const tags = letters.flatMap((a) => letters.slice(0, 8).map((b) => `en-x-${a}${b}`));
      const refusal = await refusalOf(
        bring(tenant, project, { a: 'x' }, { targetLocales: tags.slice(0, 200) }),
      );
      expect(refusal).toMatchObject({ status: 422, code: 'limit_exceeded' });
      expect(await localeCodes(app, project.id)).toEqual(['en']);
    });
  });

  describe('a renamed key', () => {
    const rename = async (project: Project, name: string, to: string): Promise<void> => {
      const { rows } = await sql<{ id: string }>`
        select id from translation_key
        where project_id = ${project.id}::uuid and name = ${name}`.execute(app.db);
      await tenant.client.i18n.keys.update({
        projectId: project.id,
        keyId: rows[0]!.id,
        name: to,
      });
    };

    it('stays active and changes under its former name, with a warning', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { old: '1', b: '2' });
      await rename(project, 'old', 'new');
      const result = await bring(tenant, project, { old: 'one', b: '2' }, { prune: true });
      expect(result.keys).toEqual({ created: 0, restored: 0, archived: 0, total: 2 });
      expect(result.values.updated).toBe(1);
      expect(result.warnings).toEqual([
        { path: 'old', code: 'renamed_key', message: expect.stringContaining('"new"') },
      ]);
      expect(await textsOf(project)).toEqual([
        ['new', 'one'],
        ['b', '2'],
      ]);
    });

    it('causes an error with both names if the file has both names of the key', async () => {
      const project = await createProject(tenant.client);
      await bring(tenant, project, { old: '1' });
      await rename(project, 'old', 'new');
      const refusal = await refusalOf(bring(tenant, project, { old: '1', new: '2' }));
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
      expect(refusal.detail).toContain('"old" and "new"');
    });
  });
});
