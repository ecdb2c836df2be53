import { type ImportChange, LIMITS, type Project, type StagedImport } from '@parlance/contracts';
import { paginate } from '@parlance/sdk';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/build.ts';
import {
  bring,
  type ContentInput,
  countRows,
  localeCodes,
  storedTexts,
} from '../../../test/import.ts';
import { longestTurnInLoops } from '../../../test/longest-turn.ts';
import { refusalIn, refusalOf, sendRaw } from '../../../test/refusal.ts';
import { executeRaw } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import { sweepEnded } from '../../domain/retention/sweep-ended.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOUR_MS = 60 * 60_000;
/** In calibration loops of about 15 ms. */
const MOST_HELD = 3;

let app: TestApp;
let tenant: Tenant;
let project: Project;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await createTenant(app);
  project = await createProject(tenant.client);
});

const imports = () => tenant.client.i18n.imports;
const projectId = () => project.id;
const ids = ({ importId }: Pick<StagedImport, 'importId'>) => ({
  projectId: projectId(),
  importId,
});

type StageInput = Partial<
  Pick<ContentInput, 'locale' | 'format' | 'mode' | 'prune' | 'targetLocales'>
>;

async function stage(
  content: ContentInput['content'],
  more: StageInput = {},
): Promise<StagedImport> {
  const input = { projectId: projectId(), locale: 'en', content, ...more };
  return (await imports().create(input)).data;
}

async function changesOf(
  staged: StagedImport,
  more: { kind?: ImportChange['kind']; locale?: string; query?: string; limit?: number } = {},
): Promise<ImportChange[]> {
  return Array.fromAsync(paginate(imports().changes, { ...ids(staged), ...more }));
}

const texts = (locale = 'en') => storedTexts(app, projectId(), locale);

const edit = (key: string, text: string, localeCode = 'en') =>
  keyId(key).then((id) =>
    tenant.client.i18n.values.put({ projectId: projectId(), keyId: id, localeCode, text }),
  );

async function keyId(name: string): Promise<string> {
  const { data } = await tenant.client.i18n.keys.list({ projectId: projectId(), archived: true });
  return data.find((key) => key.name === name)!.id;
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

  it('refuses the options of an import that a staged import does not have', async () => {
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

  it('refuses an invalid file with its line, and keeps nothing', async () => {
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

  it('refuses a fourth open import of a project until one is applied or discarded', async () => {
    const staged: StagedImport[] = [];
    for (let at = 0; at < LIMITS.stagedImports; at++) staged.push(await stage({ [`k${at}`]: 'x' }));
    expect(await codeOf(stage({ a: 'x' }))).toBe('limit_exceeded');
    await imports().apply(ids(staged[0]!));
    const fourth = await stage({ a: 'x' });
    expect(await codeOf(stage({ b: 'x' }))).toBe('limit_exceeded');
    await imports().delete(ids(fourth));
    await stage({ b: 'x' });
    app.clock.advance(HOUR_MS);
    await stage({ c: 'x' });
  });

  it('accepts at most three of many imports that are staged at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, at) => codeOf(stage({ [`k${at}`]: 'x' }))),
    );
    expect(codes.toSorted()).toEqual([
      ...Array(5).fill('limit_exceeded'),
      ...Array(3).fill('no error'),
    ]);
  });

  it('refuses rows beyond the limit of the organization', async () => {
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
    const rows = Array.from({ length: 30 }, (_, at) => `k${at},text ${at},Text ${at}`);
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

  it('continues a search that finds nothing for long on the next page', async () => {
    // Each text is longer than a chunk, so that each is one.
    const staged = await stage(
      Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 'x'.repeat(99_000)])),
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

describe('POST /v1/i18n/projects/:projectId/imports/:importId/apply', () => {
  it('is not disturbed by edits of other keys and of values that it does not write', async () => {
    await bring(tenant, project, { a: 'one', same: 'equal', other: 'x' });
    const staged = await stage({ a: 'new', same: 'equal', b: 'two' });
    await edit('other', 'edited');
    await edit('same', 'edited');
    await bring(tenant, project, { c: 'three' });
    const { data } = await imports().apply(ids(staged));
    expect(data.values).toEqual({ created: 1, updated: 1, unchanged: 1, skipped: 0 });
    expect(Object.fromEntries(await texts())).toEqual({
      a: 'new',
      same: 'edited',
      other: 'edited',
      b: 'two',
      c: 'three',
    });
  });

  it('answers 409 naming each key and value that has changed, and writes nothing', async () => {
    await bring(tenant, project, { edited: '1', archived: '1', gone: '1', fine: '1' });
    const staged = await stage(
      { edited: '2', archived: '2', created: '2', late: '2', fine: '2' },
      { prune: true },
    );
    await edit('edited', '3');
    await edit('gone', '3');
    await tenant.client.i18n.keys.delete({
      projectId: projectId(),
      keyId: await keyId('archived'),
    });
    await bring(tenant, project, { created: '3' });
    await tenant.client.i18n.keys.create({ projectId: projectId(), name: 'late' });
    const before = await countRows(app);
    const refusal = await refusalOf(imports().apply(ids(staged)));
    expect([refusal.status, refusal.code]).toEqual([409, 'import_conflict']);
    expect(refusal.errors.map(({ path }) => path).toSorted()).toEqual([
      'archived',
      'created',
      'edited',
      'gone',
      'late',
    ]);
    expect(await countRows(app)).toEqual(before);
    expect((await imports().get(ids(staged))).data.status).toBe('open');
  });

  it('names the first hundred of many conflicts', async () => {
    const file = (text: string) =>
      Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, text]));
    await bring(tenant, project, file('1'));
    const staged = await stage(file('2'));
    await bring(tenant, project, file('3'));
    const refusal = await refusalOf(imports().apply(ids(staged)));
    expect(refusal.code).toBe('import_conflict');
    expect(refusal.errors).toHaveLength(LIMITS.importConflictsListed);
    expect(refusal.detail).toContain('150');
  });

  it('archives only the keys that it showed, and restores none that was archived since', async () => {
    await bring(tenant, project, { a: 'one', b: 'two', gone: 'x' });
    const staged = await stage({ a: 'new', b: 'two' }, { prune: true });
    await bring(tenant, project, { younger: 'y' });
    await tenant.client.i18n.keys.delete({ projectId: projectId(), keyId: await keyId('b') });
    const { data } = await imports().apply(ids(staged));
    expect(data.keys).toMatchObject({ archived: 1, restored: 0, created: 0 });
    expect(Object.fromEntries(await texts())).toEqual({ a: 'new', younger: 'y' });
  });

  it('follows a key that was renamed', async () => {
    await bring(tenant, project, { a: 'one' });
    const staged = await stage({ a: 'new' });
    await tenant.client.i18n.keys.update({
      projectId: projectId(),
      keyId: await keyId('a'),
      name: 'b',
    });
    const { data } = await imports().apply(ids(staged));
    expect(data.warnings.map(({ code }) => code)).toEqual(['renamed_key']);
    expect(await texts()).toEqual([['b', 'new']]);
  });

  it('refuses another key that bears the name of a key that it would write', async () => {
    await bring(tenant, project, { a: 'one' });
    const staged = await stage({ a: 'new' });
    await tenant.client.i18n.keys.update({
      projectId: projectId(),
      keyId: await keyId('a'),
      name: 'b',
    });
    await tenant.client.i18n.keys.create({ projectId: projectId(), name: 'a', value: 'one' });
    const refusal = await refusalOf(imports().apply(ids(staged)));
    expect([refusal.code, refusal.errors.map(({ path }) => path)]).toEqual([
      'import_conflict',
      ['a'],
    ]);
  });

  it('lets the last matching override decide', async () => {
    await bring(tenant, project, { a: '1', b: '1', c: '1', d: '1' });
    const content = { a: '2', b: '2', c: '2', d: '2', e: '2' };
    const staged = await stage(content, { mode: 'fail' });
    expect(staged.counts).toMatchObject({ conflict: 4, added: 1 });
    const undecided = await refusalOf(
      imports().apply({ ...ids(staged), overrides: [{ key: 'a', take: 'file' }] }),
    );
    expect(undecided.code).toBe('import_conflict');
    expect(undecided.errors.map(({ path }) => path)).toEqual(['b', 'c', 'd']);
    const { data } = await imports().apply({
      ...ids(staged),
      overrides: [
        { key: 'd', take: 'project' },
        { kind: 'conflict', take: 'file' },
        { key: 'b', locale: 'en', take: 'project' },
        { kind: 'added', take: 'project' },
      ],
    });
    expect(data).toMatchObject({ keys: { created: 0 }, values: { updated: 3, skipped: 2 } });
    expect(Object.fromEntries(await texts())).toEqual({ a: '2', b: '1', c: '2', d: '2' });
  });

  it('refuses an override that matches no change', async () => {
    const staged = await stage({ a: 'x' });
    const overrides = [
      { key: 'a', take: 'project' as const },
      { key: 'b', take: 'file' as const },
    ];
    const refusal = await refusalOf(imports().apply({ ...ids(staged), overrides }));
    expect([refusal.code, refusal.errors[0]!.path]).toEqual(['validation_failed', '/overrides/1']);
  });

  it('applies an import once: again with the same Idempotency-Key it repeats its answer', async () => {
    const staged = await stage({ a: 'x' });
    const first = await imports().apply(ids(staged), { idempotencyKey: 'one' });
    expect(first.data.importId).toBe(staged.importId);
    const again = await imports().apply(ids(staged), { idempotencyKey: 'one' });
    expect(again.data).toEqual(first.data);
    expect(await codeOf(imports().apply(ids(staged)))).toBe('conflict');
    expect(await codeOf(imports().changes(ids(staged)))).toBe('conflict');
    expect(await codeOf(imports().delete(ids(staged)))).toBe('conflict');
    expect((await imports().get(ids(staged))).data.status).toBe('applied');
    const { rows } = await sql`
      select from staged_import_chunk where project_id = ${projectId()}::uuid`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('lets one of several calls at once apply the import', async () => {
    const staged = await stage({ a: 'x', b: 'y' });
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => codeOf(imports().apply(ids(staged)))),
    );
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'no error']);
  });

  it('checks again that the project is not archived and has room for the locales', async () => {
    const staged = await stage({ a: 'x' }, { locale: 'de' });
    expect(await localeCodes(app, projectId())).toEqual(['en']);
    await sql`
      insert into locale (project_id, id, code, name, enabled, created_at, updated_at)
      select ${projectId()}::uuid, n, 'en-x-' || n, 'x', true, now(), now()
      from generate_series(2, ${LIMITS.localesPerProject}::int) n`.execute(app.db);
    expect(await codeOf(imports().apply(ids(staged)))).toBe('limit_exceeded');
    await tenant.client.i18n.projects.delete({ projectId: projectId() });
    expect(await codeOf(imports().apply(ids(staged)))).toBe('archived');
  });
});

type Call = (
  client: Tenant['client'],
  at: { projectId: string; importId: string },
) => Promise<string>;

/** Every call on one staged import; each answers the code of its refusal. */
const CALLS: readonly Call[] = [
  ({ i18n }, at) => codeOf(i18n.imports.get(at)),
  ({ i18n }, at) => codeOf(i18n.imports.changes(at)),
  ({ i18n }, at) => codeOf(i18n.imports.apply(at)),
  ({ i18n }, at) => codeOf(i18n.imports.delete(at)),
];

describe('a staged import', () => {
  it('is gone after an hour, and its rows are deleted by the next sweep', async () => {
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

  it('is discarded with its rows', async () => {
    const staged = await stage({ a: 'x' });
    const { data } = await imports().delete(ids(staged));
    expect(data).toEqual({ ...staged, status: 'discarded' });
    expect(await codeOf(imports().get(ids(staged)))).toBe('not_found');
  });

  it('is not there for other organizations, other projects and keys without the scope', async () => {
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

/** Ends the connection that changes such a row, as a killed process or database would. */
async function breakAt(event: string): Promise<() => Promise<void>> {
  await executeRaw(
    app.db,
    `create or replace function break_connection() returns trigger language plpgsql as
     $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
  );
  await executeRaw(
    app.db,
    `create trigger broken before ${event} for each row execute function break_connection()`,
  );
  const table = event.split(' on ')[1]!.split(' ')[0]!;
  return async () => {
    await executeRaw(app.db, `drop trigger broken on ${table}`);
  };
}

describe('a connection that breaks', () => {
  const content = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 'new']));

  it.each([
    'insert on translation_key',
    'insert on value_history',
    'update on staged_import',
    'delete on staged_import_chunk',
  ])('at the %s leaves nothing of an apply, which can be repeated', async (event) => {
    await bring(tenant, project, { k1: 'old', gone: 'x' });
    const staged = await stage(content, { prune: true });
    const before = await countRows(app);
    const mend = await breakAt(event);
    const refused = await codeOf(imports().apply(ids(staged), { idempotencyKey: event }));
    await mend();
    expect(refused).toBe('service_unavailable');
    expect(await countRows(app)).toEqual(before);
    expect((await imports().get(ids(staged))).data.status).toBe('open');
    const { data } = await imports().apply(ids(staged), { idempotencyKey: event });
    expect(data).toMatchObject({ keys: { created: 4999, archived: 1 }, values: { updated: 1 } });
    expect(await texts()).toHaveLength(5000);
  });

  it('while an import is staged leaves no rows', async () => {
    const mend = await breakAt('update on staged_import');
    const refused = await codeOf(stage(content));
    await mend();
    expect(refused).toBe('service_unavailable');
    const chunks = await app.db
      .selectFrom('staged_import_chunk')
      .where('project_id', '=', projectId())
      .select('chunk')
      .execute();
    expect(chunks).toEqual([]);
    expect((await stage(content)).counts.added).toBe(5000);
  });
});

describe('a large staged import', () => {
  it('never holds the event loop, whether it is staged, listed, searched or applied', async () => {
    const lines = Array.from(
      { length: 12_000 },
      (_, at) =>
        `"area${at % 50}.key_${at}": "text number ${at} ${'with some more words '.repeat(5)}"`,
    );
    const raw = (more: string) => `{${lines.join(',')}${more}}`;
    const path = `/v1/i18n/projects/${projectId()}/imports?locale=en`;
    const turns: number[] = [];
    for (const more of ['', ',"last":"x"']) {
      let staged: StagedImport | undefined;
      const body = raw(more);
      turns.push(
        await longestTurnInLoops(async () => {
          const response = await sendRaw(app, tenant, path, body, {
            'content-type': 'application/json',
          });
          staged = ((await response.json()) as { data: StagedImport }).data;
        }),
        await longestTurnInLoops(() => imports().changes({ ...ids(staged!), limit: 500 })),
        await longestTurnInLoops(() => imports().changes({ ...ids(staged!), query: 'no such' })),
        await longestTurnInLoops(() => imports().apply(ids(staged!))),
      );
    }
    expect(Math.max(...turns)).toBeLessThan(MOST_HELD);
  });
});
