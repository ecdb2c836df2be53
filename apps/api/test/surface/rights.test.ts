import {
  GRANT_ROLES,
  type GrantRole,
  RIGHTS_OF_ROLE,
  ROLES,
  type Role,
  rightOf,
  SCOPES_OF_ROLE,
  type Scope,
  scopesOfGrant,
} from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/routes/routes.generated.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { actFor, createProject, joinOrganization } from '../app/build.ts';
import type { TestUser } from '../app/seed.ts';
import { type PaypalServer, startPaypalServer } from '../servers/paypal-server.ts';
import {
  callEndpoint,
  createFullTenant,
  type FullTenant,
  idsOfNothing,
  keyOf,
} from './access-world.ts';

interface Member {
  /** Role in the project by membership or by grant. */
  role: Role;
  isGranted: boolean;
  scopes: readonly Scope[];
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
/** A project of the owner's organization that nobody has been granted. */
let ungrantedId: string;
let stranger: FullTenant;
const members: Member[] = [];

const sessionOf = (user: TestUser, organizationId: string): Record<string, string> => ({
  cookie: user.jar.header()!,
  origin: app.origin,
  'x-organization-id': organizationId,
});

beforeAll(async () => {
  paypal = await startPaypalServer();
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo', ...paypal.env } });
  owner = await createFullTenant(app);
  stranger = await createFullTenant(app);
  const { organizationId } = owner;
  ungrantedId = (await createProject(owner.client)).id;
  const ofOrganization = ROLES.filter((role) => role !== 'guest').map((role) => ({
    role,
    isGranted: false,
    scopes: SCOPES_OF_ROLE[role],
  }));
  const granted = GRANT_ROLES.map((role) => ({
    role,
    isGranted: true,
    scopes: scopesOfGrant(role),
  }));
  for (const one of [...ofOrganization, ...granted]) {
    const { role, isGranted } = one;
    const user = await joinOrganization(owner.user, organizationId, isGranted ? 'guest' : role);
    if (isGranted) {
      const { projectId = '' } = owner.ids;
      await owner.client.i18n.members.put({ projectId, userId: user.id, role: role as GrantRole });
    }
    const session = sessionOf(user, organizationId);
    const { data: key } = await actFor(user, organizationId).users.apiKeys.create({
      name: 'Own',
      scopes: [...one.scopes],
      expiresAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    });
    members.push({ ...one, credentials: [session, { authorization: `ApiKey ${key.token}` }] });
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

    it(`requires the right ${right} of a member, in the member's own projects`, async () => {
      for (const { role, isGranted, scopes, credentials } of members) {
        const mayCall = access.scopes.every((scope) => scopes.includes(scope));
        for (const headers of isGranted && mayCall && access.boundKeys === undefined
          ? credentials
          : []) {
          const ungranted = { ...owner.ids, projectId: ungrantedId };
          const hidden = await callEndpoint(app, endpoint, { ids: ungranted, headers });
          const missing = await callEndpoint(app, endpoint, { ids: idsOfNothing(), headers });
          expect(hidden, role).toMatchObject({ status: 404, code: 'not_found' });
          expect(hidden.shown).toEqual(missing.shown);
        }
        const isForMembers = isGranted && access.boundKeys === 'refused';
        if (!mayCall || isForMembers || RIGHTS_OF_ROLE[role].includes(right)) continue;
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

    it('refuses an API key of the organization only if the endpoint is for people', async () => {
      const nothing = { ids: idsOfNothing(), headers: keyOf(owner) };
      const { code } = await callEndpoint(app, endpoint, nothing);
      expect(code === 'person_required').toBe(access.organizationKeys === 'refused');
    });

    it('admits a member who has the right', async () => {
      const { id: projectId } = await createProject(owner.client);
      for (const { role, isGranted, credentials } of members) {
        if (!RIGHTS_OF_ROLE[role].includes(right)) continue;
        for (const headers of credentials) {
          const ids = {
            ...idsOfNothing(),
            projectId: isGranted ? owner.ids.projectId! : projectId,
          };
          const { code } = await callEndpoint(app, endpoint, { ids, headers });
          expect(code, role).not.toBe('role_forbidden');
        }
      }
    });
  },
);

/** Endpoints that change the value of one locale. */
const OF_LOCALE = ENDPOINTS.filter(
  ({ endpoint, access }) =>
    rightOf(access) === 'translate' && /:(?:valueId|localeCode)/.test(endpoint.path),
);

describe('a translator of some locales', () => {
  it('can change only values of the assigned locales, by membership and by grant', async () => {
    expect(OF_LOCALE.length).toBeGreaterThan(4);
    const { user: inviter, client, organizationId, ids } = await createFullTenant(app);
    const { projectId = '', localeCode = '' } = ids;
    for (const own of [localeCode, 'fr']) {
      const member = await joinOrganization(
        ...([inviter, organizationId, 'translator', undefined, [own]] as const),
      );
      const guest = await joinOrganization(inviter, organizationId, 'guest');
      await client.i18n.members.put({
        projectId,
        userId: guest.id,
        role: 'translator',
        localeCodes: [own],
      });
      for (const user of [member, guest]) {
        const headers = sessionOf(user, organizationId);
        for (const { endpoint } of OF_LOCALE) {
          // A deleted value would be missing for the next endpoint.
          if (own === localeCode && endpoint.method === 'DELETE') continue;
          const answer = await callEndpoint(app, endpoint, { ids, headers });
          if (own === localeCode) expect(answer.code, endpoint.id).not.toBe('role_forbidden');
          else {
            expect(answer.shown, endpoint.id).toMatchObject({
              body: { code: 'role_forbidden', needs: { right: 'translate', locale: localeCode } },
            });
          }
        }
      }
    }
  });
});
