import type { ImportChange, ImportResult, StagedImport } from '@parlance/contracts';
import { paginate } from '@parlance/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { refusalOf } from '../../../../test/app/refusal.ts';
import { storedValues } from '../../../../test/content/import.ts';
import { csvOf, type ImportedFile, importedFile } from '../../../../test/content/imported-file.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const inputOf = (projectId: string, file: ImportedFile) => ({
  projectId,
  locale: file.locales[0]!,
  format: 'csv' as const,
  content: csvOf(file),
  mode: file.mode,
  prune: file.prune,
});

async function stage(projectId: string, file: ImportedFile): Promise<StagedImport> {
  return (await tenant.client.i18n.imports.create(inputOf(projectId, file))).data;
}

async function changesOf(projectId: string, importId: string): Promise<ImportChange[]> {
  const pages = paginate(tenant.client.i18n.imports.changes, { projectId, importId, limit: 2 });
  return Array.fromAsync(pages);
}

async function stored(projectId: string): Promise<Map<string, string>> {
  const values = await storedValues(app, projectId);
  const keys = await app.db
    .selectFrom('translation_key')
    .where('project_id', '=', projectId)
    .select(['name', 'archived_at'])
    .execute();
  return new Map([
    ...keys.map(
      ({ name, archived_at }) => [`key ${name}`, archived_at ? 'archived' : 'active'] as const,
    ),
    ...values.map(
      ({ key, locale, text, state, version, outdated }) =>
        [
          `${locale} ${key}`,
          JSON.stringify({ text, state, version, outdated: outdated || undefined }),
        ] as const,
    ),
  ]);
}

const textIn = (values: Map<string, string>, slot: string): string | null =>
  values.has(slot) ? (JSON.parse(values.get(slot)!) as { text: string }).text : null;

/** Requires that a staged import has exactly the differences between two states. */
function expectDifference(
  rows: readonly ImportChange[],
  before: Map<string, string>,
  after: Map<string, string>,
): void {
  const reported = new Set<string>();
  for (const { key, locale, kind, before: old, after: text } of rows) {
    if (kind === 'archived') {
      expect([locale, text, old]).toEqual([null, null, textIn(before, `en ${key}`)]);
      expect([before.get(`key ${key}`), after.get(`key ${key}`)]).toEqual(['active', 'archived']);
      continue;
    }
    const slot = `${locale} ${key}`;
    expect(reported.has(slot)).toBe(false);
    reported.add(slot);
    expect([slot, textIn(before, slot)]).toEqual([slot, old]);
    expect([slot, textIn(after, slot)]).toEqual([slot, kind === 'skipped' ? old : text]);
    expect([slot, kind === 'added']).toEqual([slot, old === null]);
    if (kind === 'same') expect(old).toBe(text);
  }
  const texts = (values: Map<string, string>) =>
    [...values.keys()]
      .filter((slot) => !slot.startsWith('key ') && !reported.has(slot))
      .map((slot) => [slot, textIn(values, slot)]);
  expect(texts(after)).toEqual(texts(before));
}

const withoutId = ({ importId: _, changeId: __, ...answer }: ImportResult) => answer;

describe('applyStagedImport', () => {
  it('writes the same values as an import of the file, and the listed rows are the difference', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(importedFile, { minLength: 1, maxLength: 5 }), async (files) => {
        const [{ id: twinId }, { id: projectId }] = await Promise.all([
          createProject(tenant.client),
          createProject(tenant.client),
        ]);
        for (const file of files) {
          const importing = tenant.client.i18n.projects.import(inputOf(twinId, file));
          const imported = await importing.then(
            ({ data }) => data,
            () => null,
          );
          const before = await stored(projectId);
          const staged = await stage(projectId, file);
          expect(await stored(projectId)).toEqual(before);
          const rows = await changesOf(projectId, staged.importId);
          const countOf = (wanted: string) => rows.filter(({ kind }) => kind === wanted).length;
          for (const [kind, count] of Object.entries(staged.counts)) {
            expect([kind, count]).toEqual([kind, countOf(kind)]);
          }
          const { importId } = staged;
          const apply = (overrides?: { take: 'file' }[]) =>
            tenant.client.i18n.imports.apply({ projectId, importId, overrides });
          if (imported === null) {
            const refusal = await refusalOf(apply());
            expect(refusal.code).toBe('import_conflict');
            expect(refusal.errors).toHaveLength(staged.counts.conflict);
            expect(await stored(projectId)).toEqual(before);
            await tenant.client.i18n.imports.delete({ projectId, importId });
            continue;
          }
          const { data: applied } = await apply();
          expect(withoutId(applied)).toEqual(withoutId(imported));
          expect([applied.keys, applied.locales]).toEqual([staged.keys, staged.locales]);
          expect(applied.values).toEqual({
            created: staged.counts.added,
            updated: staged.counts.changed,
            unchanged: staged.counts.same,
            skipped: staged.counts.skipped,
          });
          const after = await stored(projectId);
          expectDifference(rows, before, after);
          expect(after).toEqual(await stored(twinId));
        }
      }),
      { numRuns: testRuns(6) },
    );
  });

  it('writes each value as the overrides decide, in every mode', async () => {
    await fc.assert(
      fc.asyncProperty(
        importedFile,
        importedFile,
        fc.array(fc.constantFrom('file' as const, 'project' as const), { minLength: 1 }),
        async (first, file, takes) => {
          const { id: projectId } = await createProject(tenant.client);
          await tenant.client.i18n.projects.import({
            ...inputOf(projectId, first),
            mode: 'overwrite',
          });
          const before = await stored(projectId);
          const { importId } = await stage(projectId, file);
          const rows = await changesOf(projectId, importId);
          const overrides = rows.map(({ key, locale }, index) => ({
            key,
            ...(locale === null ? { kind: 'archived' as const } : { locale }),
            take: takes[index % takes.length]!,
          }));
          await tenant.client.i18n.imports.apply({ projectId, importId, overrides });
          const after = await stored(projectId);
          for (const [at, { key, locale, kind, before: old, after: text }] of rows.entries()) {
            const isTaken = overrides[at]!.take === 'file';
            if (kind === 'archived') {
              expect(after.get(`key ${key}`)).toBe(isTaken ? 'archived' : 'active');
            } else {
              expect([key, textIn(after, `${locale} ${key}`)]).toEqual([key, isTaken ? text : old]);
            }
          }
          const reported = Map.groupBy(
            [...rows.entries()].filter(([, { kind }]) => kind !== 'archived'),
            ([, { key }]) => key,
          );
          for (const [key, own] of reported) {
            if (before.has(`key ${key}`)) continue;
            const isTaken = own.some(([at]) => overrides[at]!.take === 'file');
            expect([key, after.has(`key ${key}`)]).toEqual([key, isTaken]);
          }
        },
      ),
      { numRuns: testRuns(10) },
    );
  });
});
