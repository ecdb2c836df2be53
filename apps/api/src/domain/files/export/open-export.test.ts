import { LIMITS } from '@parlance/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { trustedOwner } from '../../kernel/tenant.ts';
import type { ExportInput } from './export-input.ts';
import { type OpenExport, openExport } from './open-export.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

async function createFilled(keys: number): Promise<string> {
  const { id } = await createProject(tenant.client);
  const content = Object.fromEntries(
    Array.from({ length: keys }, (_, index) => [`k${index}`, `${index}: ${'x'.repeat(60)}`]),
  );
  await tenant.client.i18n.projects.import({ projectId: id, locale: 'en', content });
  return id;
}

async function open(projectId: string, more: Partial<ExportInput> = {}): Promise<OpenExport> {
  const { organization_id } = await app.db
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('organization_id')
    .executeTakeFirstOrThrow();
  return openExport(
    app.deps,
    { organizationId: trustedOwner(organization_id), projectIds: null, principalId: newId() },
    {
      projectId,
      localeTags: ['en'],
      format: 'json',
      shape: 'flat',
      states: null,
      keyPrefix: null,
      xliffVersion: '2.1',
      csvSafe: false,
      poWrap: true,
      folder: null,
      charset: 'utf-8',
      ...more,
    },
  );
}

async function textOf(opened: OpenExport): Promise<string> {
  let text = '';
  for await (const piece of opened.write(opened.localeTags)) text += piece;
  return text;
}

/** Ends the database connections of running exports, like a restart of PostgreSQL. */
const breakExports = () =>
  sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and query ~ 'export_row'`.execute(app.db);

describe('openExport', () => {
  it('writes the maximum number of locales of a project into one CSV, with each text at its key', async () => {
    const projectId = await createFilled(3);
    const codes = Array.from(
      { length: LIMITS.localesPerProject - 1 },
      (_, index) => `de-x-${index}`,
    );
    await sql`
      insert into locale (project_id, id, code, name, created_at, updated_at)
      select ${projectId}::uuid, 1 + at, code, code, now(), now()
      from unnest(${codes}::text[]) with ordinality u (code, at)`.execute(app.db);
    await sql`
      insert into translation_value (project_id, locale_id, key_id, text, state, origin,
                                     source_version, change_id, updated_at)
      select k.project_id, l.id, k.id, l.code, 'translated', 'import', 0,
             gen_random_uuid(), now()
      from locale l join translation_key k using (project_id)
      where l.project_id = ${projectId}::uuid and l.id > 1 and k.name = 'k' || l.id % 4`.execute(
      app.db,
    );
    const opened = await open(projectId, { format: 'csv', localeTags: codes });
    const [header, ...records] = (await textOf(opened)).trimEnd().split('\r\n');
    await opened.close();
    expect(header).toBe(['key', ...codes].join(','));
    expect(records).toEqual(
      [0, 1, 2].map((key) =>
        [`k${key}`, ...codes.map((code, index) => ((index + 2) % 4 === key ? code : ''))].join(','),
      ),
    );
  });

  it('releases its connection when its reader stops early, and when the connection breaks', async () => {
    const projectId = await createFilled(9000);
    for (let round = 0; round < 24; round++) {
      const opened = await open(projectId);
      const pieces = opened.write(opened.localeTags);
      await pieces.next();
      const isBroken = round % 2 === 1;
      if (isBroken) await breakExports();
      if (round % 4 === 3) await expect(pieces.next().then(() => textOf(opened))).rejects.toThrow();
      await pieces.return();
      if (isBroken) await expect(opened.close()).rejects.toThrow();
      else await opened.close();
    }
    const last = await open(projectId);
    expect(Object.keys(JSON.parse(await textOf(last)))).toHaveLength(9000);
    await last.close();
  });
});
