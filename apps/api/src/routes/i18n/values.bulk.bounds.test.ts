import { LIMITS, type ValuesBulkAction } from '@parlance/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf } from '../../../test/app/build.ts';
import { describeBulkValues } from '../../../test/content/bulk-values.ts';
import { countRows } from '../../../test/content/import.ts';

let app: TestApp;
const { i18n, newProject, bulk, texts, revert } = describeBulkValues((given) => {
  ({ app } = given);
});

describe('i18n.values.bulk', () => {
  it('returns the same counts in a dry run, and writes nothing', async () => {
    const projectId = await newProject();
    const rows = await countRows(app);
    const action = { replace: { find: 'datei', replaceWith: 'Akte' } };
    const dry = await bulk(projectId, action, { dryRun: true });
    expect(await countRows(app)).toEqual(rows);
    expect(dry.changeId).toBeNull();
    const done = await bulk(projectId, action);
    const { changeId, readAt, syncToken } = done;
    expect({ ...dry, changeId, readAt, syncToken }).toEqual(done);
    const stale = await bulk(projectId, { clear: {} }, { base: dry.syncToken! });
    expect(stale).toMatchObject({ changed: 0, conflicts: 2 });
  });

  it('refuses invalid changes, and writes nothing', async () => {
    const projectId = await newProject();
    const rows = await countRows(app);
    const refusal = async (action: ValuesBulkAction, more = {}) => {
      const error = await bulk(projectId, action, more).then(
        () => null,
        (cause) => cause,
      );
      return [error?.code, error?.detail];
    };
    const replace = { find: '(a', replaceWith: '', isPattern: true };
    expect(await refusal({ replace })).toEqual([
      'validation_failed',
      expect.stringContaining('/action/replace/find is not a pattern of RE2'),
    ]);
    expect(await refusal({ applyFix: { check: 'none' } })).toEqual([
      'validation_failed',
      expect.stringContaining('/action/applyFix/check'),
    ]);
    expect(await refusal({ copy: { from: 'xx' } })).toEqual(['not_found', expect.any(String)]);
    expect(await refusal({})).toEqual(['validation_failed', expect.any(String)]);
    expect(await refusal({ clear: {}, setState: { state: 'reviewed' } })).toEqual([
      'validation_failed',
      expect.any(String),
    ]);
    const query = { select: { query: 'is:', locales: ['de'] } };
    expect(await refusal({ clear: {} }, query)).toEqual([
      'validation_failed',
      expect.stringContaining('/select/query, at character'),
    ]);
    const unknown = { select: { keyIds: [crypto.randomUUID()], locales: ['de'] } };
    expect(await refusal({ clear: {} }, unknown)).toEqual(['not_found', expect.any(String)]);
    expect(await refusal({ clear: {} }, { expectedCount: 4 })).toEqual([
      'conflict',
      '3 rows are selected, not 4. Nothing was written.',
    ]);
    expect(await countRows(app)).toEqual(rows);
    await i18n().projects.delete({ projectId });
    expect(await codeOf(bulk(projectId, { clear: {} }))).toBe('archived');
  });

  it('refuses texts of many rows that would be too long together, even in a dry run', async () => {
    const rows = 120;
    const en = Object.fromEntries(
      Array.from({ length: rows }, (_, index) => [`k${index}`, 'b'.repeat(9)]),
    );
    const projectId = await newProject(en, {});
    const select = { query: '', locales: ['en'] };
    const replaceWith = 'y'.repeat(LIMITS.descriptionLength);
    const growing = { replace: { find: 'b', replaceWith } };
    expect(rows * 9 * replaceWith.length).toBeGreaterThan(LIMITS.bulkGrowth);
    for (const dryRun of [true, false]) {
      expect(await codeOf(bulk(projectId, growing, { select, dryRun }))).toBe('limit_exceeded');
    }
    expect(await texts(projectId, 'en')).toEqual(en);
  });

  it('refuses a pattern that would take too long and a text that would be too long', async () => {
    const long = 'ab c'.repeat(LIMITS.valueLength / 4);
    const projectId = await newProject({ a: 'A' }, { a: long });
    const slow = { find: '(.{1,9}){100}[yz]', replaceWith: '', isPattern: true };
    expect(await codeOf(bulk(projectId, { replace: slow }))).toBe('limit_exceeded');
    const quadratic = { find: 'a(.*[yz])?', replaceWith: '', isPattern: true };
    expect(await codeOf(bulk(projectId, { replace: quadratic }))).toBe('limit_exceeded');
    const growing = { find: 'a', replaceWith: 'aaaaa' };
    expect(await codeOf(bulk(projectId, { replace: growing }))).toBe('limit_exceeded');
    expect(await texts(projectId)).toEqual({ a: long });
  });

  it('changes many values in the background as one change, and reports the progress', async () => {
    const many = (text: string) =>
      Object.fromEntries(
        Array.from({ length: 2_500 }, (_, index) => [`k${index}`, `${text} ${index}`]),
      );
    const projectId = await newProject(many('Text'), many('Wort'));
    const before = await texts(projectId);
    const started = await i18n().values.bulk({
      projectId,
      select: { query: '', locales: ['de'] },
      action: { replace: { find: 'Wort', replaceWith: 'Text' } },
      expectedCount: 2_500,
    });
    expect(started.data).toMatchObject({ status: 'running', rows: 2_500, rowsDone: 0 });
    const runId = started.data.id!;
    await eventually(async () => {
      const { data } = await i18n().bulkRuns.get({ projectId, runId });
      expect(data.status).toBe('completed');
    });
    const { data: run } = await i18n().bulkRuns.get({ projectId, runId });
    expect(run).toMatchObject({ rowsDone: 2_500, changed: 2_500, changeId: runId, error: null });
    expect(await texts(projectId)).toEqual(await texts(projectId, 'en'));
    const { data: changes } = await i18n().changes.list({ projectId, kind: 'bulk' });
    expect(changes).toMatchObject([{ id: runId, state: 'completed', counts: { values: 2_500 } }]);
    const { rows } = await sql`select from bulk_part where project_id = ${projectId}`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
    await revert(projectId, runId);
    expect(await texts(projectId)).toEqual(before);
  });
});
