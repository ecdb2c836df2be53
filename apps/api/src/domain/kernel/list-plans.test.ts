import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { fillMemberships, fillOrganization } from '../../../test/measure/large-organization.ts';
import type { Db } from '../../db/client.ts';
import { listApiKeys } from '../people/api-key/api-key.store.ts';
import { listInvitations } from '../people/invitation/invitation.store.ts';
import { listMembers } from '../people/organization/member.store.ts';
import { listOrganizations } from '../people/organization/organization.store.ts';
import { listEnvironments } from '../project/environment/environment.store.ts';
import { listProjects } from '../project/project.store.ts';
import type { Owner } from './principal.ts';
import { trustedProject } from './tenant.ts';

const ROWS = 10_000;
const LIMIT = 20;
/**
 * Maximum number of rows that a list may read: the page, the joined rows and a few filtered rows.
 */
const MAX_READ = 10 * LIMIT;

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  const { user, organizationId } = tenant;
  await fillOrganization(app.db, { organizationId, projectId, userId: user.id, rows: ROWS });
  await fillMemberships(app.db, { userId: user.id, rows: ROWS });
  await sql`analyze`.execute(app.db);
});
afterAll(() => app.close());

const TABLES = [
  'organization',
  'membership',
  'app_user',
  'invitation',
  'api_key',
  'project',
  'locale',
  'environment',
];

async function rowsRead(connection: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(connection);
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as count
    from pg_stat_user_tables where schemaname = 'public' and relname = any(${TABLES}::text[])`.execute(
    connection,
  );
  return rows[0]!.count;
}

const first = { limit: LIMIT, after: null };
const archived = { withArchived: false, onlyArchived: true };

type List = (db: Db) => Promise<{ rows: unknown[] }>;
const owner = (): Owner => ({
  organizationId: tenant.organizationId,
  principalId: tenant.user.id,
  projectIds: null,
});

const user = () => ({ type: 'user', id: tenant.user.id }) as const;

const LISTS: readonly (readonly [name: string, rows: number, list: List])[] = [
  ['the organizations of a user', LIMIT, (db) => listOrganizations(db, user(), first)],
  [
    'the organizations of one slug',
    1,
    (db) => listOrganizations(db, user(), { ...first, slug: 'team-9999' }),
  ],
  ['the members', LIMIT, (db) => listMembers(db, tenant.organizationId, first)],
  [
    'the members of a rare role',
    2,
    (db) => listMembers(db, tenant.organizationId, { ...first, limit: 2, role: 'owner' }),
  ],
  [
    'the open invitations',
    LIMIT,
    (db) =>
      listInvitations(db, tenant.organizationId, {
        ...first,
        includeEnded: false,
        now: app.clock.now(),
      }),
  ],
  [
    'the keys but for those of one user',
    LIMIT,
    (db) =>
      listApiKeys(db, owner(), { ...first, includeRevoked: false, exceptUserId: tenant.user.id }),
  ],
  [
    'the personal keys of one user',
    LIMIT,
    (db) => listApiKeys(db, owner(), { ...first, includeRevoked: false, userId: tenant.user.id }),
  ],
  ['the archived projects', LIMIT, (db) => listProjects(db, owner(), { ...first, ...archived })],
  [
    'the archived children of a project',
    LIMIT,
    (db) => listProjects(db, owner(), { ...first, ...archived, parentId: projectId }),
  ],
  [
    'the environments',
    LIMIT,
    (db) =>
      listEnvironments(db, trustedProject(projectId), {
        ...first,
        withArchived: false,
        onlyArchived: false,
      }),
  ],
  [
    'the environments of one slug',
    1,
    (db) =>
      listEnvironments(db, trustedProject(projectId), {
        ...first,
        withArchived: false,
        onlyArchived: false,
        slug: 'environment-9999',
      }),
  ],
  [
    'the archived environments',
    LIMIT,
    (db) => listEnvironments(db, trustedProject(projectId), { ...first, ...archived }),
  ],
];

describe('a list of 10,000 rows', () => {
  it.each(LISTS)('reads few more rows than one page of %s', async (_, rows, list) => {
    await app.db.connection().execute(async (db) => {
      const before = await rowsRead(db);
      const page = await list(db);
      const read = (await rowsRead(db)) - before;
      expect(page.rows).toHaveLength(rows);
      expect(read).toBeLessThanOrEqual(MAX_READ);
    });
  });
});

describe('a search in a list', () => {
  const found = async (rows: Promise<{ data: readonly object[] }>, member: string) =>
    (await rows).data.map((row) => (row as Record<string, unknown>)[member]);

  it('finds members by role and by a part of the name or the address, in any case', async () => {
    const { members } = tenant.user.client.organizations;
    const { organizationId } = tenant;
    const names = (query: object) => found(members.list({ organizationId, ...query }), 'name');
    expect(await names({ q: 'member 9999' })).toEqual(['Member 9999']);
    expect(await names({ q: 'EMBER-9998@' })).toEqual(['Member 9998']);
    expect(await names({ q: 'nobody' })).toEqual([]);
    expect(await names({ q: 'member 1', role: 'owner' })).toEqual(['Member 1']);
  });

  it('finds invitations, keys and projects by a part of their names', async () => {
    const { apiKeys, users, organizations, i18n } = tenant.user.client;
    const { organizationId } = tenant;
    const invited = organizations.invitations.list({ organizationId, q: 'GUEST-9999@' });
    expect(await found(invited, 'email')).toEqual(['guest-9999@example.test']);
    expect(await found(apiKeys.list({ q: 'CI_9999' }), 'name')).toEqual(['Key 9999']);
    expect(await found(users.apiKeys.list({ q: 'key 9999' }), 'name')).toEqual(['Own key 9999']);
    expect(await found(i18n.projects.list({ q: 'ect 9999' }), 'name')).toEqual(['Project 9999']);
    expect(await found(i18n.projects.list({ q: 'project-9998' }), 'name')).toEqual([
      'Project 9998',
    ]);
    const environments = (query: object) =>
      found(i18n.environments.list({ projectId, ...query }), 'name');
    expect(await environments({ q: 'MENT-9999' })).toEqual(['Environment 9999']);
    expect(await environments({ slug: 'environment-999' })).toEqual(['Environment 999']);
    expect(await found(organizations.list({ q: 'EAM-9999' }), 'name')).toEqual(['Team 9999']);
    expect(await found(organizations.list({ slug: 'team-999' }), 'name')).toEqual(['Team 999']);
    const all = { projectId, q: 'Archived child 7777', onlyArchived: true };
    expect(await found(i18n.children.list({ ...all, limit: 1 }), 'name')).toEqual([
      'Archived child 7777',
    ]);
  });

  it('omits the caller’s own personal keys from the keys of the organization on request', async () => {
    const { apiKeys } = tenant.user.client;
    const own = { q: 'Own key 9999' };
    expect(await found(apiKeys.list(own), 'name')).toEqual(['Own key 9999']);
    expect(await found(apiKeys.list({ ...own, withoutOwn: true }), 'name')).toEqual([]);
  });
});
