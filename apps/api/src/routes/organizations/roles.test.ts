import { type Role, SCOPES_OF_ROLE } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { actFor, codeOf, createProject, joinOrganization } from '../../../test/app/build.ts';
import { seedUser, type TestUser } from '../../../test/app/seed.ts';

let app: TestApp;
let owner: TestUser;
let organizationId: string;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await seedUser(app);
  organizationId = (await owner.client.organizations.create({ name: 'Team' })).data.id;
  projectId = (await createProject(actFor(owner, organizationId))).id;
});
afterAll(() => app.close());

const CALLS = {
  'i18n:read': (client: Client) => client.i18n.projects.get({ projectId }),
  'i18n:write': (client: Client) =>
    client.i18n.projects.import({ projectId, locale: 'en', content: { hello: 'Hello' } }),
  'releases:read': (client: Client) => client.i18n.releases.list({ projectId }),
  'releases:write': (client: Client) =>
    client.i18n.releases.create({ projectId, environment: 'production' }),
  'admin:api-keys': (client: Client) => client.apiKeys.list(),
} as const;

type CalledScope = keyof typeof CALLS;

const ALLOWED: Readonly<Record<Exclude<Role, 'guest'>, readonly CalledScope[]>> = {
  owner: ['i18n:read', 'i18n:write', 'releases:read', 'releases:write', 'admin:api-keys'],
  admin: ['i18n:read', 'i18n:write', 'releases:read', 'releases:write', 'admin:api-keys'],
  developer: ['i18n:read', 'i18n:write', 'releases:read', 'releases:write'],
  reviewer: ['i18n:read', 'releases:read'],
  translator: ['i18n:read', 'releases:read'],
  contributor: ['i18n:read', 'releases:read'],
  viewer: ['i18n:read', 'releases:read'],
};

describe('X-Organization-Id', () => {
  it.each(Object.entries(ALLOWED))(
    'lets a session act for a shared organization with the rights of the role %s',
    async (role, allowed) => {
      const member = await joinOrganization(owner, organizationId, role as Role);
      const acting = actFor(member, organizationId);
      const codes: [string, string][] = [];
      for (const [scope, call] of Object.entries(CALLS)) {
        codes.push([scope, await codeOf(call(acting))]);
      }
      expect(codes).toEqual(
        Object.keys(CALLS).map((scope) => [
          scope,
          allowed.includes(scope as CalledScope)
            ? 'no error'
            : SCOPES_OF_ROLE[role as Role].includes(scope as CalledScope)
              ? 'role_forbidden'
              : 'insufficient_scope',
        ]),
      );
      expect(await codeOf(CALLS['i18n:read'](member.client))).toBe('not_found');
    },
  );

  it('causes a 404 if it names an organization that the caller does not belong to', async () => {
    const stranger = await seedUser(app);
    await expect(actFor(stranger, organizationId).i18n.projects.list()).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});
