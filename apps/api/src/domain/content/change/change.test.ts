import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant, translateProject } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { overrides: { engines: directoryOf(createScriptedEngine()) } },
);

const i18n = () => tenant.client.i18n;

async function unmatched(projectId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with written as (
      select change_id, locale_id, key_id, version from translation_value
      where project_id = ${projectId}::uuid
      union all
      select change_id, locale_id, key_id, version from value_history
      where project_id = ${projectId}::uuid
      union all
      select change_id, locale_id, key_id, version from cleared_value
      where project_id = ${projectId}::uuid
    ), recorded as (
      select c.change_id, c.locale_id, u.key_id, u.version
      from change_values c, unnest(c.key_ids, c.versions) u(key_id, version)
      where c.project_id = ${projectId}::uuid
    )
    (select * from written except all select * from recorded)
    union all
    (select * from recorded except all select * from written)`.execute(app.db);
  return rows;
}

async function orphans(projectId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select t.change_id from (
      select change_id from change_values where project_id = ${projectId}::uuid
      union all select change_id from change_keys where project_id = ${projectId}::uuid
      union all select change_id from key_history where project_id = ${projectId}::uuid
    ) t
    where not exists (select from change c
                      where c.project_id = ${projectId}::uuid and c.id = t.change_id)`.execute(
    app.db,
  );
  return rows;
}

async function lastActions(projectId: string): Promise<[string, string[]][]> {
  const { rows } = await sql<{ action: string; names: string[] }>`
    select c.action::text, array_agg(k.name order by k.name) as names
    from change_keys c
    cross join unnest(c.key_ids) u(id)
    join translation_key k on k.project_id = c.project_id and k.id = u.id
    where c.project_id = ${projectId}::uuid and c.change_id = (
      select id from change where project_id = ${projectId}::uuid order by id desc limit 1)
    group by c.action order by c.action`.execute(app.db);
  return rows.map(({ action, names }) => [action, names]);
}

describe('a change', () => {
  it('records every version of a value that its writes create', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const check = async (): Promise<void> => {
      expect(await unmatched(projectId)).toEqual([]);
      expect(await orphans(projectId)).toEqual([]);
    };
    const many = Object.fromEntries(
      Array.from({ length: 2_300 }, (_, index) => [`k${index}`, `${index}`]),
    );
    const content = { ...many, item_one: '{{count}} item', item_other: '{{count}} items' };
    const imported = await i18n().projects.import({ projectId, locale: 'en', content });
    expect(imported.data.changeId).toBe(imported.data.importId);
    await check();
    const again = await i18n().projects.import({ projectId, locale: 'en', content });
    expect(again.data.changeId).toBeNull();
    await i18n().projects.import({ projectId, locale: 'pl', content: { k0: 'zero', k1: 'jeden' } });
    await check();
    const { data: values } = await i18n().values.list({ projectId, locale: 'pl' });
    const [one, two] = values.map(({ id, keyId }) => ({ id: id!, keyId }));
    await i18n().values.update({ projectId, valueId: one!.id, text: 'nowy' });
    await i18n().values.delete({ projectId, valueId: two!.id });
    await check();
    await i18n().values.put({ projectId, keyId: two!.keyId, localeCode: 'pl', text: 'znowu' });
    await i18n().values.put({ projectId, keyId: two!.keyId, localeCode: 'en', text: 'new' });
    await check();
    await i18n().projects.import({ projectId, locale: 'en', content: { item_other: 'things' } });
    await check();
    const { data: staged } = await i18n().imports.create({
      projectId,
      locale: 'pl',
      content: { k0: 'staged', k2: 'dwa' },
    });
    const applied = await i18n().imports.apply({ projectId, importId: staged.importId });
    expect(applied.data.changeId).toEqual(expect.any(String));
    await check();
    await i18n().keys.create({ projectId, name: 'by.hand', value: 'Hand' });
    await check();
    await i18n().projects.import({ projectId, locale: 'en', content: { only: 'x' }, prune: true });
    await check();
    await translateProject(tenant, projectId);
    await check();
  });

  it('records the keys that it creates, archives, restores and rewords', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const write = (content: Record<string, string>, prune = false) =>
      i18n().projects.import({ projectId, locale: 'en', content, prune });
    await write({ a: 'A', b: 'B' });
    expect(await lastActions(projectId)).toEqual([['created', ['a', 'b']]]);
    await write({ b: 'other', c: 'C' }, true);
    expect(await lastActions(projectId)).toEqual([
      ['created', ['c']],
      ['archived', ['a']],
      ['reworded', ['b']],
    ]);
    await write({ a: 'A' });
    expect(await lastActions(projectId)).toEqual([['restored', ['a']]]);
    const { data } = await i18n().keys.create({ projectId, name: 'd', tags: ['x'] });
    expect(await lastActions(projectId)).toEqual([['created', ['d']]]);
    await i18n().keys.delete({ projectId, keyId: data.id });
    expect(await lastActions(projectId)).toEqual([['archived', ['d']]]);
    await i18n().keys.update({ projectId, keyId: data.id, archived: false, name: 'e' });
    expect(await lastActions(projectId)).toEqual([['restored', ['e']]]);
    const edits = await app.db
      .selectFrom('key_history')
      .where('project_id', '=', projectId)
      .select(['before', 'after'])
      .execute();
    expect(edits).toEqual([{ before: { name: 'd' }, after: { name: 'e' } }]);
  });

  it('records the description of a key before and after an import', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const importWith = (description: string) =>
      i18n().projects.import({
        projectId,
        locale: 'en',
        format: 'csv',
        content: `key,en,description\na,A,${description}\n`,
      });
    await importWith('before');
    const { data } = await importWith('after');
    expect(data).toMatchObject({ values: { updated: 0 }, changeId: expect.any(String) });
    const edits = await app.db
      .selectFrom('key_history')
      .where('project_id', '=', projectId)
      .select(['change_id', 'before', 'after'])
      .execute();
    expect(edits).toEqual([
      {
        change_id: data.changeId,
        before: { description: 'before' },
        after: { description: 'after' },
      },
    ]);
  });

  it('has the id of the job that makes it, and has a child change for the transaction of the job', async () => {
    const projectId = (await createProject(tenant.client)).id;
    await i18n().projects.import({ projectId, locale: 'en', content: { a: 'A' } });
    await i18n().locales.create({ projectId, code: 'de' });
    const { data: job } = await tenant.client.translate.jobs.create(
      { projectId },
      { waitSeconds: 30 },
    );
    const changes = await app.db
      .selectFrom('change')
      .where('project_id', '=', projectId)
      .where('kind', '=', 'job')
      .select(['id', 'parent_id'])
      .orderBy('id')
      .execute();
    expect(changes).toEqual([
      { id: job.id, parent_id: null },
      { id: expect.any(String), parent_id: job.id },
    ]);
    expect(await unmatched(projectId)).toEqual([]);
  });
});
