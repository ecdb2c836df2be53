import { RIGHTS_OF_ROLE, ROLES, rightOf, SCOPES_OF_ROLE } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/routes/index.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { actFor, createProject, joinOrganization } from '../build.ts';
import { type PaypalServer, startPaypalServer } from '../servers/paypal-server.ts';
import { callEndpoint, createFullTenant, type FullTenant, idsOfNothing } from './access-world.ts';

interface Member {
  role: (typeof ROLES)[number];
  /** Headers of the member's session, and of a personal key with every scope of the role. */
  credentials: readonly Record<string, string>[];
}

const ENDPOINTS = ROUTES.flatMap(({ endpoint }) => {
  const { access, params } = endpoint;
  const hasProject = 'projectId' in (params?.properties ?? {});
  return access.kind === 'scopes' && hasProject ? [{ endpoint, access }] : [];
});

let paypal: PaypalServer;
let app: TestApp;
let owner: FullTenant;
let stranger: FullTenant;
const members: Member[] = [];

beforeAll(async () => {
  paypal = await startPaypalServer();
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo', ...paypal.env } });
  owner = await createFullTenant(app);
  stranger = await createFullTenant(app);
  const { organizationId } = owner;
  for (const role of ROLES) {
    const user = await joinOrganization(owner.user, organizationId, role);
    const session = {
      cookie: user.jar.header()!,
      origin: app.origin,
      'x-organization-id': organizationId,
    };
    const { data: key } = await actFor(user, organizationId).users.apiKeys.create({
      ...{ name: 'Own', scopes: [...SCOPES_OF_ROLE[role]] },
      expiresAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    });
    members.push({ role, credentials: [session, { authorization: `ApiKey ${key.token}` }] });
  }
});
afterAll(async () => {
  await app.close();
  await paypal.close();
});

describe.each(ENDPOINTS.map((one) => [one.endpoint.id, one] as const))(
  '%s',
  (_, { endpoint, access }) => {
    const right = rightOf(access);

    it(`needs the right ${right} of a member, in the member's own projects`, async () => {
      for (const { role, credentials } of members) {
        const mayCall = access.scopes.every((scope) => SCOPES_OF_ROLE[role].includes(scope));
        if (!mayCall || RIGHTS_OF_ROLE[role].includes(right)) continue;
        for (const headers of credentials) {
          const refused = await callEndpoint(app, endpoint, { ids: owner.ids, headers });
          expect(refused, role).toMatchObject({ status: 403, code: 'role_forbidden' });
          expect(refused.shown).toMatchObject({ body: { needs: { right } } });
          const foreign = await callEndpoint(app, endpoint, { ids: stranger.ids, headers });
          const missing = await callEndpoint(app, endpoint, { ids: idsOfNothing(), headers });
          expect(foreign, role).toMatchObject({ status: 404, code: 'not_found' });
          expect(foreign.shown).toEqual(missing.shown);
        }
      }
    });

    it('does not refuse a member who has the right', async () => {
      const { id: projectId } = await createProject(owner.client);
      for (const { role, credentials } of members) {
        if (!RIGHTS_OF_ROLE[role].includes(right)) continue;
        for (const headers of credentials) {
          const ids = { ...idsOfNothing(), projectId };
          const { code } = await callEndpoint(app, endpoint, { ids, headers });
          expect(code, role).not.toBe('role_forbidden');
        }
      }
    });
  },
);
