import type { ValuesBulkAction } from '@parlance/contracts';
import type { Row } from '@parlance/sdk';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../test/app/build.ts';
import { describeBulkValues } from '../../../test/content/bulk-values.ts';
import { bring, storedValues } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
const { i18n, newProject, bulk } = describeBulkValues((given) => {
  ({ app, tenant } = given);
});

const REVIEW = { setState: { state: 'reviewed' } } as const;

const rowsIn = async (projectId: string): Promise<Row[]> =>
  (await i18n().rows.list({ projectId, locales: ['de'] })).data;

const readOf = ({ keyId, sourceVersion, values }: Row) => ({
  keyId,
  locale: 'de',
  sourceVersion,
  version: values.de?.version ?? 0,
});

const put = (projectId: string, { keyId }: Row, localeCode: string, text: string) =>
  i18n().values.put({ projectId, keyId, localeCode, text });

const inGerman = async (projectId: string) =>
  (await storedValues(app, projectId)).filter(({ locale }) => locale === 'de');

describe('i18n.values.bulk with the versions that the caller read', () => {
  it('reviews values that are unchanged since the caller read them, and reports the changes of other values', async () => {
    const projectId = await newProject(
      { a: 'Pay', b: 'Open', c: 'Close' },
      { a: 'Zahlen', b: 'Auf', c: 'Zu' },
    );
    const rows = await rowsIn(projectId);
    const read = rows.map(readOf);
    await put(projectId, rows[0]!, 'en', 'Do not pay');
    await put(projectId, rows[1]!, 'de', 'Öffnen');
    const expected = {
      changed: 1,
      conflicts: 2,
      conflictPreview: [
        {
          keyId: rows[0]!.keyId,
          key: 'a',
          locale: 'de',
          current: { text: 'Zahlen', version: 1 },
          currentSource: { text: 'Do not pay', version: 2, isTruncated: false },
          sourceVersion: rows[0]!.sourceVersion + 1,
        },
        {
          key: 'b',
          current: { text: 'Öffnen', version: 2 },
          currentSource: { text: 'Open' },
          sourceVersion: rows[1]!.sourceVersion,
        },
      ],
    };
    expect(await bulk(projectId, REVIEW, { read, dryRun: true })).toMatchObject(expected);
    const { conflictPreview: currentValues } = expected;
    const refused = bulk(projectId, REVIEW, { read });
    await expect(refused).rejects.toMatchObject({ code: 'version_conflict', currentValues });
    expect(await inGerman(projectId)).toMatchObject([
      { version: 1 },
      { version: 2 },
      { version: 1 },
    ]);
    const skipping = { read, skipConflicts: true };
    expect(await bulk(projectId, REVIEW, skipping)).toMatchObject(expected);
    expect(await inGerman(projectId)).toMatchObject([
      { key: 'a', state: 'translated', outdated: true },
      { key: 'b', state: 'translated', outdated: false },
      { key: 'c', state: 'reviewed', outdated: false },
    ]);
    const again = { read: (await rowsIn(projectId)).map(readOf) };
    expect(await bulk(projectId, REVIEW, again)).toMatchObject({ changed: 2, conflictPreview: [] });
  });

  it('compares only the given versions, including versions of missing values and of plural forms', async () => {
    const project = await createProject(tenant.client);
    const projectId = project.id;
    await bring(tenant, project, { a: 'A', n_one: 'one file', n_other: '{{count}} files' });
    const german = { n_one: 'eine Datei', n_other: '{{count}} Dateien' };
    await bring(tenant, project, german, { locale: 'de' });
    const [a, family] = await rowsIn(projectId);
    const forms = family!.family!.forms;
    await put(projectId, a!, 'en', 'Another');
    await put(projectId, { ...a!, keyId: forms[0]!.keyId }, 'en', 'one record');
    const [one, other] = forms.map(({ keyId, sourceVersion }) => ({
      keyId,
      locale: 'de',
      sourceVersion,
    }));
    const fill = { setText: { text: 'Text' } };
    const ofA = { keyId: a!.keyId, locale: 'de' };
    const stale = { ...ofA, sourceVersion: a!.sourceVersion };
    const skipConflicts = true;
    expect(await bulk(projectId, fill, { read: [stale], skipConflicts })).toMatchObject({
      changed: 0,
      conflicts: 1,
      conflictPreview: [{ key: 'a', current: null, currentSource: { text: 'Another' } }],
    });
    expect(await bulk(projectId, REVIEW, { read: [one!, other!], skipConflicts })).toMatchObject({
      changed: 1,
      conflicts: 1,
      conflictPreview: [{ key: 'n_one', currentSource: { text: 'one record' } }],
    });
    expect(await bulk(projectId, fill, { read: [{ ...ofA, version: 0 }] })).toMatchObject({
      changed: 1,
    });
    expect(await codeOf(bulk(projectId, fill, { read: [ofA] }))).toBe('validation_failed');
  });

  it('does not start a change of many values if one of them has changed since the caller read it', async () => {
    const many = (text: string) =>
      Object.fromEntries(
        Array.from({ length: 2_001 }, (_, index) => [`k${index}`, `${text} ${index}`]),
      );
    const projectId = await newProject(many('Text'), many('Wort'));
    const [first, second] = await rowsIn(projectId);
    const read = [first!, second!].map(readOf);
    await put(projectId, second!, 'en', 'No text');
    const currentValues = [{ keyId: second!.keyId, currentSource: { text: 'No text' } }];
    const refused = bulk(projectId, REVIEW, { read });
    await expect(refused).rejects.toMatchObject({ code: 'version_conflict', currentValues });
    const { rows } = await sql`select 1 from bulk_part where project_id = ${projectId}`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
    const skipping = { read, skipConflicts: true };
    expect(await bulk(projectId, REVIEW, skipping)).toMatchObject({ status: 'running' });
  });

  it('reports values with a source string newer than `base` or `unchangedSince` as conflicts', async () => {
    const projectId = await newProject();
    const [a, b] = await rowsIn(projectId);
    const { syncToken: base, readAt } = await bulk(projectId, REVIEW, { dryRun: true });
    app.clock.advance(1_000);
    await put(projectId, a!, 'en', 'Do not save');
    await i18n().values.update({ projectId, valueId: b!.source!.id, state: 'reviewed' });
    const dry = (action: ValuesBulkAction, more: object) =>
      bulk(projectId, action, { dryRun: true, ...more });
    const decisions = [REVIEW, { setText: { text: 'Neu', overwrite: true } }];
    for (const action of decisions) {
      for (const more of [{ base: base! }, { unchangedSince: readAt }]) {
        const { conflictPreview } = await dry(action, more);
        expect(conflictPreview).toMatchObject([
          { key: 'a', currentSource: { text: 'Do not save', version: 2 } },
        ]);
      }
      expect(await dry(action, {})).toMatchObject({ conflicts: 0 });
    }
    const replace = { find: 'Datei', replaceWith: 'Akte' };
    for (const action of [{ setState: { state: 'needs_review' } }, { replace }] as const) {
      expect(await dry(action, { base: base! })).toMatchObject({ changed: 2, conflicts: 0 });
    }
    expect(await bulk(projectId, REVIEW, { base: base! })).toMatchObject({ changed: 1 });
    await put(projectId, a!, 'en', 'Save file');
    expect(await bulk(projectId, REVIEW, { base: base! })).toMatchObject({ changed: 1 });
  });

  it('never reviews a text or source string that the caller has not read', async () => {
    const names = ['a', 'b', 'c'];
    const texts = (locale: string) =>
      Object.fromEntries(names.map((name) => [name, `${name} ${locale} 0`]));
    const edit = fc.record({
      row: fc.nat({ max: 2 }),
      locale: fc.constantFrom('en', 'de'),
      number: fc.nat({ max: 1 }),
    });
    const shown = ({ source, values }: Row) => [source?.text, values.de?.version];
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 5 }), fc.boolean(), async (edits, named) => {
        const projectId = await newProject(texts('en'), texts('de'));
        const { syncToken } = await bulk(projectId, REVIEW, { dryRun: true });
        const before = await rowsIn(projectId);
        for (const { row, locale, number } of edits) {
          await put(projectId, before[row]!, locale, `${names[row]} ${locale} ${number}`);
        }
        const now = await rowsIn(projectId);
        const read = before.map(readOf);
        const done = await bulk(
          projectId,
          REVIEW,
          named ? { read, skipConflicts: true } : { base: syncToken! },
        );
        const changed = now.filter((row, index) => `${shown(row)}` !== `${shown(before[index]!)}`);
        expect(done.conflictPreview.map(({ key }) => key)).toEqual(changed.map(({ key }) => key));
        expect(done).toMatchObject({
          changed: names.length - changed.length,
          conflicts: changed.length,
        });
      }),
      { numRuns: testRuns(8) },
    );
  });
});
