import { type ImportChange, LIMITS, type Project, type StagedImport } from '@parlance/contracts';
import { paginate } from '@parlance/sdk';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalIn, refusalOf, sendRaw } from '../../../test/app/refusal.ts';
import { bring, type ContentInput, countRows } from '../../../test/content/import.ts';
import { type StageInput, stageImport } from '../../../test/content/staged-import.ts';
import { newId } from '../../db/ids/uuid.ts';
import { sweepEnded } from '../../domain/release/retention/sweep-ended.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false, hasOwnTenant: true },
);

const imports = () => tenant.client.i18n.imports;
const projectId = () => project.id;
const ids = ({ importId }: Pick<StagedImport, 'importId'>) => ({
  projectId: projectId(),
  importId,
});

const stage = (content: ContentInput['content'], more?: StageInput) =>
  stageImport(tenant, projectId(), content, more);

async function changesOf(
  staged: StagedImport,
  more: { kind?: ImportChange['kind']; locale?: string; query?: string; limit?: number } = {},
): Promise<ImportChange[]> {
  return Array.fromAsync(paginate(imports().changes, { ...ids(staged), ...more }));
}

describe('POST /v1/i18n/projects/:projectId/imports', () => {
  it('answers 201 with the counts and the warnings, and writes no content', async () => {
    await bring(tenant, project, { a: 'one', b: 'two', c: 'three' });
    const before = await countRows(app);
    const staged = await stage('key,en,de\na,one,eins\nb,new,\nd,four,vier\n', {
      format: 'csv',
      prune: true,
    });
    expect(staged).toMatchObject({
      status: 'open',
      locale: 'en',
      format: 'csv',
      mode: 'overwrite',
      prune: true,
      locales: { created: ['de'] },
      keys: { created: 1, restored: 0, archived: 1, total: 3 },
      counts: { added: 3, changed: 1, same: 1, skipped: 0, archived: 1, conflict: 0 },
      createdBy: { type: 'api_key', id: tenant.apiKey.id },
    });
    expect(Date.parse(staged.expiresAt) - Date.parse(staged.createdAt)).toBe(HOUR_MS);
    expect(await countRows(app)).toEqual(before);
    expect((await imports().get(ids(staged))).data).toEqual(staged);
  });

  it('accepts a raw body with the fields in the query', async () => {
    const path = `/v1/i18n/projects/${projectId()}/imports?locale=de&mode=keep`;
    const response = await sendRaw(app, tenant, path, 'a: eins\n', {
      'content-type': 'application/yaml',
    });
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: StagedImport };
    expect(data).toMatchObject({ format: 'yaml', locale: 'de', mode: 'keep' });
    expect(data.warnings.map(({ code }) => code)).toEqual(['no_source_text']);
    const { data: applied } = await imports().apply(ids(data));
    expect(applied.warnings).toEqual(data.warnings);
  });

  it('refuses import options that a staged import does not support', async () => {
    const path = `/v1/i18n/projects/${projectId()}/imports`;
    const body = JSON.stringify({ locale: 'en', content: {}, dryRun: true });
    const answers = [
      await sendRaw(app, tenant, path, body, { 'content-type': 'application/json' }),
      await sendRaw(app, tenant, `${path}?locale=en&translateMissing=true`, '{}', {
        'content-type': 'application/json',
      }),
    ];
    const refusals = await Promise.all(answers.map(refusalIn));
    expect(refusals.map(({ code, errors }) => [code, errors[0]!.path])).toEqual([
      ['validation_failed', '/dryRun'],
      ['validation_failed', 'query/translateMissing'],
    ]);
  });

  it('refuses an invalid file with its line, and stores nothing', async () => {
    const refusal = await refusalOf(stage('{"a": "x",\n"a": "y"}'));
    expect([refusal.code, refusal.errors[0]!.line]).toEqual(['content_invalid', 2]);
    const { rows } = await sql`
      select from staged_import where project_id = ${projectId()}::uuid`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('refuses an archived project', async () => {
    await tenant.client.i18n.projects.delete({ projectId: projectId() });
    expect(await codeOf(stage({ a: 'x' }))).toBe('archived');
  });

  it('refuses a fourth open import of a project until an import is applied or discarded', async () => {
    const staged: StagedImport[] = [];
    for (let index = 0; index < LIMITS.stagedImports; index++)
      staged.push(await stage({ [`k${index}`]: 'x' }));
    expect(await codeOf(stage({ a: 'x' }))).toBe('limit_exceeded');
    await imports().apply(ids(staged[0]!));
    const fourth = await stage({ a: 'x' });
    expect(await codeOf(stage({ b: 'x' }))).toBe('limit_exceeded');
    await imports().delete(ids(fourth));
    await stage({ b: 'x' });
    app.clock.advance(HOUR_MS);
    await stage({ c: 'x' });
  });

  it('accepts at most three of many imports that are staged concurrently', async () => {
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => codeOf(stage({ [`k${index}`]: 'x' }))),
    );
    expect(codes.toSorted()).toEqual([
      ...Array(5).fill('limit_exceeded'),
      ...Array(3).fill('no error'),
    ]);
  });

  it('refuses an import that exceeds the storage limit of the organization', async () => {
    const staged = await stage({ a: 'x' });
    await app.db
      .updateTable('staged_import')
      .set({ size_bytes: LIMITS.stagedImportBytes - 20 })
      .where('project_id', '=', projectId())
      .where('id', '=', staged.importId)
      .execute();
    const other = await createProject(tenant.client);
    const input = { projectId: other.id, locale: 'en', content: { b: 'y'.repeat(100) } };
    expect(await codeOf(imports().create(input))).toBe('limit_exceeded');
    await imports().delete(ids(staged));
    expect(await codeOf(imports().create(input))).toBe('no error');
  });
});

describe('GET /v1/i18n/projects/:projectId/imports/:importId/changes', () => {
  it('filters by kind, locale and substring, and pages without gaps', async () => {
    await bring(tenant, project, { a: 'Apple', b: 'Bread', gone: 'Old' });
    const rows = Array.from({ length: 30 }, (_, index) => `k${index},text ${index},Text ${index}`);
    const staged = await stage(['key,en,de', 'a,Apple,Apfel', 'b,Butter,', ...rows].join('\n'), {
      format: 'csv',
      prune: true,
    });
    const all = await changesOf(staged);
    expect(all).toHaveLength(64);
    expect(await changesOf(staged, { limit: 7 })).toEqual(all);
    expect(all.slice(0, 2)).toEqual([
      { key: 'a', locale: 'en', kind: 'same', before: 'Apple', after: 'Apple' },
      { key: 'b', locale: 'en', kind: 'changed', before: 'Bread', after: 'Butter' },
    ]);
    expect(all.at(-1)).toEqual({
      key: 'gone',
      locale: null,
      kind: 'archived',
      before: 'Old',
      after: null,
    });
    expect(await changesOf(staged, { kind: 'changed' })).toEqual([all[1]]);
    expect(await changesOf(staged, { locale: 'de' })).toHaveLength(31);
    expect(await changesOf(staged, { kind: 'archived' })).toEqual([all.at(-1)]);
    const found = await changesOf(staged, { query: 'TEXT 7' });
    expect(found.map(({ locale, key }) => [locale, key])).toEqual([
      ['en', 'k7'],
      ['de', 'k7'],
    ]);
    expect((await changesOf(staged, { query: 'bread' })).map(({ key }) => key)).toEqual(['b']);
  });

  it('refuses a cursor of another list', async () => {
    const staged = await stage({ a: 'x' });
    const cursor = Buffer.from('x').toString('base64url');
    const refusal = await refusalOf(imports().changes({ ...ids(staged), cursor }));
    expect([refusal.code, refusal.errors[0]!.path]).toEqual(['validation_failed', 'query/cursor']);
  });

  it('continues a long search without results on the next page', async () => {
    const staged = await stage(
      Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [`k${index}`, 'x'.repeat(99_000)]),
      ),
    );
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from staged_import_chunk
      where project_id = ${projectId()}::uuid and kinds <> 0`.execute(app.db);
    expect(rows[0]!.count).toBeGreaterThan(32);
    const first = await imports().changes({ ...ids(staged), query: 'k99' });
    expect(first.data).toEqual([]);
    expect(first.meta.nextCursor).not.toBeNull();
    expect((await changesOf(staged, { query: 'k99' })).map(({ key }) => key)).toEqual(['k99']);
  });
});

type Call = (
  client: Tenant['client'],
  at: { projectId: string; importId: string },
) => Promise<string>;

const CALLS: readonly Call[] = [
  ({ i18n }, at) => codeOf(i18n.imports.get(at)),
  ({ i18n }, at) => codeOf(i18n.imports.changes(at)),
  ({ i18n }, at) => codeOf(i18n.imports.apply(at)),
  ({ i18n }, at) => codeOf(i18n.imports.delete(at)),
];

describe('a staged import', () => {
  it('expires after an hour, and the next sweep deletes its rows', async () => {
    const staged = await stage({ a: 'x' });
    app.clock.advance(HOUR_MS - 1_000);
    expect(await codeOf(imports().get(ids(staged)))).toBe('no error');
    app.clock.advance(1_000);
    for (const call of CALLS) expect(await call(tenant.client, ids(staged))).toBe('not_found');
    const swept = await sweepEnded(app.deps, new AbortController().signal);
    expect(swept.stagedImports).toBeGreaterThan(0);
    for (const table of ['staged_import', 'staged_import_chunk'] as const) {
      const rows = await app.db
        .selectFrom(table)
        .where('project_id', '=', projectId())
        .select('project_id')
        .execute();
      expect(rows).toEqual([]);
    }
  });

  it('loses its rows when it is discarded', async () => {
    const staged = await stage({ a: 'x' });
    const { data } = await imports().delete(ids(staged));
    expect(data).toEqual({ ...staged, status: 'discarded' });
    expect(await codeOf(imports().get(ids(staged)))).toBe('not_found');
  });

  it('stays hidden from other organizations, other projects and keys without the scope', async () => {
    const staged = await stage({ a: 'x' });
    const stranger = await createTenant(app);
    const other = await createProject(tenant.client);
    const reader = await createApiKeyFor(tenant.user, ['i18n:read']);
    const bound = await createApiKeyFor(tenant.user, ['i18n:read', 'i18n:write'], {
      projectIds: [other.id],
    });
    for (const call of CALLS) {
      expect(await call(stranger.client, ids(staged))).toBe('not_found');
      expect(await call(bound.client, ids(staged))).toBe('not_found');
      const elsewhere = { projectId: other.id, importId: staged.importId };
      expect(await call(tenant.client, elsewhere)).toBe('not_found');
      const unknown = { projectId: projectId(), importId: newId() };
      expect(await call(tenant.client, unknown)).toBe('not_found');
    }
    const codes = await Promise.all(CALLS.map((call) => call(reader.client, ids(staged))));
    expect(codes).toEqual(['no error', 'no error', 'insufficient_scope', 'insufficient_scope']);
  });
});
