import { LIMITS, type Project, type StagedImport } from '@parlance/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import {
  bring,
  type ContentInput,
  countRows,
  localeCodes,
  storedTexts,
} from '../../../test/content/import.ts';
import { type StageInput, stageImport } from '../../../test/content/staged-import.ts';
import { executeRaw } from '../../db/client.ts';

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
const ids = ({ importId }: StagedImport) => ({ projectId: projectId(), importId });
const stage = (content: ContentInput['content'], more?: StageInput) =>
  stageImport(tenant, projectId(), content, more);

const texts = (locale = 'en') => storedTexts(app, projectId(), locale);

const edit = (key: string, text: string, localeCode = 'en') =>
  keyId(key).then((id) =>
    tenant.client.i18n.values.put({ projectId: projectId(), keyId: id, localeCode, text }),
  );

async function keyId(name: string): Promise<string> {
  const { data } = await tenant.client.i18n.keys.list({ projectId: projectId(), archived: true });
  return data.find((key) => key.name === name)!.id;
}

describe('POST /v1/i18n/projects/:projectId/imports/:importId/apply', () => {
  it('succeeds after edits of other keys and of values that the import does not write', async () => {
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

  it('answers 409 with each key and value that has changed, and writes nothing', async () => {
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
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`k${index}`, text]));
    await bring(tenant, project, file('1'));
    const staged = await stage(file('2'));
    await bring(tenant, project, file('3'));
    const refusal = await refusalOf(imports().apply(ids(staged)));
    expect(refusal.code).toBe('import_conflict');
    expect(refusal.errors).toHaveLength(LIMITS.importConflictsListed);
    expect(refusal.detail).toContain('150');
  });

  it('archives only the listed keys, and does not restore a key that was archived after the staging', async () => {
    await bring(tenant, project, { a: 'one', b: 'two', gone: 'x' });
    const staged = await stage({ a: 'new', b: 'two' }, { prune: true });
    await bring(tenant, project, { younger: 'y' });
    await tenant.client.i18n.keys.delete({ projectId: projectId(), keyId: await keyId('b') });
    const { data } = await imports().apply(ids(staged));
    expect(data.keys).toMatchObject({ archived: 1, restored: 0, created: 0 });
    expect(Object.fromEntries(await texts())).toEqual({ a: 'new', younger: 'y' });
  });

  const renameToB = async (name: string) => {
    const id = await keyId(name);
    await tenant.client.i18n.keys.update({ projectId: projectId(), keyId: id, name: 'b' });
  };

  it('writes the text of a key that was renamed after the file was staged', async () => {
    await bring(tenant, project, { a: 'one' });
    const staged = await stage({ a: 'new' });
    await renameToB('a');
    const { data } = await imports().apply(ids(staged));
    expect(data.warnings.map(({ code }) => code)).toEqual(['renamed_key']);
    expect(await texts()).toEqual([['b', 'new']]);
  });

  it('refuses a new key with the former name of a renamed key', async () => {
    await bring(tenant, project, { a: 'one' });
    const staged = await stage({ a: 'new' });
    await renameToB('a');
    await tenant.client.i18n.keys.create({ projectId: projectId(), name: 'a', value: 'one' });
    const refusal = await refusalOf(imports().apply(ids(staged)));
    expect([refusal.code, refusal.errors.map(({ path }) => path)]).toEqual([
      'import_conflict',
      ['a'],
    ]);
  });

  it('applies the last matching override', async () => {
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

  it('applies an import once, and repeats the response for the same Idempotency-Key', async () => {
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

  it('lets only one of several concurrent calls apply the import', async () => {
    const staged = await stage({ a: 'x', b: 'y' });
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => codeOf(imports().apply(ids(staged)))),
    );
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'no error']);
  });

  it('checks again that the project is not archived and that the new locales fit into its limit', async () => {
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
  const content = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`k${index}`, 'new']),
  );

  it.each([
    'insert on translation_key',
    'insert on value_history',
    'update on staged_import',
    'delete on staged_import_chunk',
  ])(
    'leaves no part of an apply if it breaks at the %s, and the apply can be repeated',
    async (event) => {
      await bring(tenant, project, { k1: 'old', gone: 'x' });
      const staged = await stage(content, { prune: true });
      const before = await countRows(app);
      const repair = await breakAt(event);
      const refused = await codeOf(imports().apply(ids(staged), { idempotencyKey: event }));
      await repair();
      expect(refused).toBe('service_unavailable');
      expect(await countRows(app)).toEqual(before);
      expect((await imports().get(ids(staged))).data.status).toBe('open');
      const { data } = await imports().apply(ids(staged), { idempotencyKey: event });
      expect(data).toMatchObject({ keys: { created: 4999, archived: 1 }, values: { updated: 1 } });
      expect(await texts()).toHaveLength(5000);
    },
  );

  it('leaves no rows of an import if it breaks while the import is staged', async () => {
    const repair = await breakAt('update on staged_import');
    const refused = await codeOf(stage(content));
    await repair();
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
