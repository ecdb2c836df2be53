import { type Access, SCOPES, SCOPES_OF_ROLE, type Scope } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/ids/uuid.ts';
import type { Route } from '../../src/http/route.ts';
import { ROUTES } from '../../src/routes/routes.generated.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createApiKeyFor, createProject } from '../app/build.ts';
import type { TestUser } from '../app/seed.ts';
import { type PaypalServer, startPaypalServer } from '../servers/paypal-server.ts';
import {
  callEndpoint,
  createBadKeys,
  createFullTenant,
  type FullTenant,
  type Ids,
  idsOfNothing,
  keyFor,
  keyOf,
  scopesWithout,
} from './access-world.ts';
import { ID_OF, namedInside } from './named-inside.ts';
import { createRoleMembers, type RoleMember } from './role-members.ts';

type Kind = Access['kind'];
type RouteOf<K extends Kind> = Route & { endpoint: { access: Extract<Access, { kind: K }> } };

const routesOf = <K extends Kind>(...kinds: K[]): [string, RouteOf<K>][] =>
  ROUTES.filter(({ endpoint }) => (kinds as Kind[]).includes(endpoint.access.kind)).map((route) => [
    route.endpoint.id,
    route as RouteOf<K>,
  ]);

const isUnsafe = ({ endpoint }: Route): boolean => endpoint.method !== 'GET';
const FOREIGN = { origin: 'https://evil.test' };

let paypal: PaypalServer;
let app: TestApp;
/** The attacked tenant. The others are attackers. */
let owner: FullTenant;
let stranger: FullTenant;
/** A tenant whose project the test addresses by its slug and changes. */
let named: FullTenant;
let badKeys: Record<string, string>;
const keysWithout = new Map<Scope, string>();
/** A key of the owner that has every scope and is bound to another project of the owner. */
let bound: { projectId: string; authorization: string };

beforeAll(async () => {
  paypal = await startPaypalServer();
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo', ...paypal.env } });
  badKeys = await createBadKeys(app);
  owner = await createFullTenant(app);
  stranger = await createFullTenant(app);
  named = await createFullTenant(app);
  for (const scope of SCOPES) {
    const { token } = await createApiKeyFor(owner.user, scopesWithout(scope));
    keysWithout.set(scope, token);
  }
  const { id: projectId } = await createProject(owner.client);
  const { token } = await createApiKeyFor(owner.user, SCOPES, { projectIds: [projectId] });
  bound = { projectId, authorization: `ApiKey ${token}` };
});
afterAll(async () => {
  await app.close();
  await paypal.close();
});

const cookieOf = ({ user }: { user: TestUser }) => ({ cookie: user.jar.header()! });
const allowed = () => ({ origin: app.origin });
let joined: Promise<RoleMember[]> | undefined;

/** Returns a member of each role in an organization of the owner. */
const members = (): Promise<RoleMember[]> => {
  joined ??= createRoleMembers(owner.user);
  return joined;
};

/** A call with an invalid body and unknown ids. The service must not read them before it checks the access. */
const blind = { ids: { ...idsOfNothing(), projectId: 'nonsense' }, body: 'nonsense' as const };

describe.each(routesOf('scopes', 'session', 'api-key'))('%s', (_, route) => {
  const { endpoint } = route;

  it('answers 401 without credentials, before it validates the request', async () => {
    const answer = await callEndpoint(app, endpoint, blind);
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey');
  });

  it('answers 401 to each invalid key, even with a valid cookie', async () => {
    for (const [what, authorization] of Object.entries(badKeys)) {
      const answers = await Promise.all(
        [{}, { ...cookieOf(owner), ...allowed() }].map((headers) =>
          callEndpoint(app, endpoint, { ...blind, headers: { ...headers, authorization } }),
        ),
      );
      for (const answer of answers) {
        expect(answer, what).toMatchObject({ status: 401, code: 'unauthenticated' });
      }
    }
  });

  it('refuses a cookie from a foreign Origin before it reads the session', async () => {
    for (const cookie of [cookieOf(owner).cookie, 'parlance=forged']) {
      const answer = await callEndpoint(app, endpoint, {
        ...blind,
        headers: { cookie, ...FOREIGN },
      });
      expect(answer).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    }
  });

  it('requires an Origin with a cookie for changes, and requires a same-site request for reads', async () => {
    const without = await callEndpoint(app, endpoint, { ...blind, headers: cookieOf(owner) });
    expect(without.code === 'origin_not_allowed').toBe(isUnsafe(route));
    const crossSite = await callEndpoint(app, endpoint, {
      ...blind,
      headers: { ...cookieOf(owner), 'sec-fetch-site': 'cross-site' },
    });
    expect(crossSite).toMatchObject({ status: 403, code: 'origin_not_allowed' });
  });

  it('answers 401 to an invalid session', async () => {
    const answer = await callEndpoint(app, endpoint, {
      ...blind,
      headers: { cookie: 'parlance=forged', ...allowed() },
    });
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  it('answers the same 404 for a foreign organization and for a missing organization in X-Organization-Id', async () => {
    if (endpoint.path.includes(':organizationId')) return;
    const answers = await Promise.all(
      [owner.organizationId, newId(), 'nonsense'].map((organizationId) =>
        callEndpoint(app, endpoint, {
          headers: {
            ...cookieOf(stranger),
            ...allowed(),
            'x-organization-id': organizationId,
          },
        }),
      ),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
      expect(answer.shown).toEqual(answers[0]!.shown);
    }
  });
});

describe.each(routesOf('scopes'))('%s', (_, { endpoint }) => {
  const { scopes, sessions } = endpoint.access;
  const keyTo = (tenant: FullTenant) => keyFor(endpoint, tenant);

  it(`refuses a key without ${scopes.join(' or ')}, before it validates the request`, async () => {
    for (const scope of scopes) {
      const authorization = `ApiKey ${keysWithout.get(scope)}`;
      const answer = await callEndpoint(app, endpoint, { ...blind, headers: { authorization } });
      expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope' });
      expect(answer.detail).toContain(scope);
    }
  });

  it('refuses a body whose members need a scope that the key lacks, and names the scope', async () => {
    const { scopesIf = {}, scopesUnless = {} } = endpoint.access;
    for (const [member, needed] of Object.entries(scopesIf)) {
      const value = member === 'engines' ? 'pseudo' : owner.ids[ID_OF[member]!]!;
      for (const scope of needed) {
        const authorization = `ApiKey ${keysWithout.get(scope)}`;
        const inside = { [member]: value };
        const answer = await callEndpoint(app, endpoint, { inside, headers: { authorization } });
        expect(answer, member).toMatchObject({ status: 403, code: 'insufficient_scope' });
        expect(answer.detail).toContain(scope);
      }
    }
    for (const [member, needed] of Object.entries(scopesUnless)) {
      for (const scope of needed) {
        const authorization = `ApiKey ${keysWithout.get(scope)}`;
        const inside = { projectId: owner.ids.projectId! };
        const call = { inside, onlyInside: true, headers: { authorization } };
        const answer = await callEndpoint(app, endpoint, call);
        expect(answer, member).toMatchObject({ status: 403, code: 'insufficient_scope' });
        expect(answer.detail).toContain(scope);
      }
    }
  });

  it('refuses a key that is bound to projects if and only if the contract refuses such keys', async () => {
    const { authorization } = bound;
    const { status, code } = await callEndpoint(app, endpoint, {
      ...blind,
      headers: { authorization },
    });
    const isRefused = status === 403 && code === 'insufficient_scope';
    expect(isRefused).toBe(endpoint.access.boundKeys === 'refused');
  });

  it('shows no other data of the organization to a key that is bound to projects', async () => {
    const { authorization, projectId } = bound;
    const { organizationId, userId, localeCode, environment, code, ...hidden } = owner.ids;
    const names = Object.keys(endpoint.params?.properties ?? {});
    const isRead = endpoint.method === 'GET';
    for (const ids of isRead ? [owner.ids, { ...owner.ids, projectId }] : [owner.ids]) {
      const answer = await callEndpoint(app, endpoint, { ids, headers: { authorization } });
      const shown = JSON.stringify(answer.shown);
      for (const [name, id] of Object.entries(hidden)) expect(shown, name).not.toContain(id);
      expect(shown).not.toContain(owner.user.email);
      if (names.includes('projectId') && ids === owner.ids)
        expect([403, 404]).toContain(answer.status);
    }
  });

  it('ignores the Origin header of a request with a key', async () => {
    for (const headers of [keyTo(owner), { ...keyTo(owner), ...cookieOf(stranger), ...FOREIGN }]) {
      const { status } = await callEndpoint(app, endpoint, { ...blind, headers });
      expect([401, 403]).not.toContain(status);
    }
  });

  it('answers the same 404 for a foreign resource and for a missing resource', async () => {
    const names = Object.keys(endpoint.params?.properties ?? {});
    // A session may list and create organizations. Locale codes are not ids that can be guessed.
    const guessable = names.filter((name) => name !== 'localeCode' && name !== 'code');
    if (guessable.length === 0) return;
    const nobody = idsOfNothing();
    const pairs: [foreign: Ids, missing: Ids][] = [[owner.ids, nobody]];
    for (const [index, name] of guessable.entries()) {
      if (index === 0) continue;
      // The other ids in the path belong to the caller.
      const own = Object.fromEntries(
        guessable.slice(0, index).map((at) => [at, stranger.ids[at]!]),
      );
      const fixed = { ...nobody, ...own };
      pairs.push([{ ...fixed, [name]: owner.ids[name]! }, fixed]);
    }
    for (const credentials of [keyTo(stranger), { ...cookieOf(stranger), ...allowed() }]) {
      for (const [foreign, missing] of pairs) {
        const [one, other] = await Promise.all(
          [foreign, missing].map((ids) =>
            callEndpoint(app, endpoint, { ids, headers: credentials }),
          ),
        );
        expect(one).toMatchObject({ status: 404, code: 'not_found' });
        expect(one!.shown).toEqual(other!.shown);
      }
    }
  });

  it('answers the same for a foreign resource and for a missing resource in a body or a query', async () => {
    const members = namedInside(endpoint);
    for (const credentials of [keyTo(stranger), { ...cookieOf(stranger), ...allowed() }]) {
      for (const name of members) {
        const [one, other] = await Promise.all(
          [owner.ids, idsOfNothing()].map(async (ids) => {
            const id = ids[ID_OF[name]!]!;
            const call = { ids: stranger.ids, headers: credentials, inside: { [name]: id } };
            const { status, shown } = await callEndpoint(app, endpoint, call);
            // The response may quote the id of the request.
            return { status, shown: JSON.parse(JSON.stringify(shown).replaceAll(id, 'ID')) };
          }),
        );
        // A list that is filtered by a missing resource is empty.
        if (one!.status === 200) expect(one!.shown.body.data).toEqual([]);
        else expect(one!.status, name).toBe(404);
        expect(one!.shown, name).toEqual(other!.shown);
      }
    }
  });

  it('accepts the slug of a project wherever it accepts the id', async () => {
    const inPath = 'projectId' in (endpoint.params?.properties ?? {});
    const inside = !inPath && namedInside(endpoint).includes('projectId');
    if (!inPath && !inside) return;
    const call = (projectId: string) =>
      callEndpoint(app, endpoint, {
        ids: { ...idsOfNothing(), projectId },
        ...(inside && { inside: { projectId } }),
        headers: keyTo(named),
      });
    const missing = 'The project does not exist.';
    expect((await call(named.slug)).detail).not.toBe(missing);
    for (const slug of ['no-such-slug', owner.slug]) {
      expect(await call(slug)).toMatchObject({ status: 404, detail: missing });
    }
  });

  it('answers 404 to a malformed id', async () => {
    const names = Object.keys(endpoint.params?.properties ?? {});
    for (const name of names.filter((at) => at.endsWith('Id') && at !== 'orderId')) {
      const ids = { ...owner.ids, [name]: 'nonsense' };
      const answer = await callEndpoint(app, endpoint, { ids, headers: keyTo(owner) });
      expect(answer, name).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('gives a session the scopes of its member’s role', async () => {
    if (sessions === 'membership') return;
    for (const { role, user, organizationId } of await members()) {
      const { code } = await callEndpoint(app, endpoint, {
        ...blind,
        headers: {
          cookie: user.jar.header()!,
          ...allowed(),
          'x-organization-id': organizationId,
        },
      });
      const mayCall = scopes.every((scope) => SCOPES_OF_ROLE[role].includes(scope));
      expect(code !== 'insufficient_scope', role).toBe(mayCall);
    }
  });
});

describe.each(routesOf('session'))('%s', (_, { endpoint }) => {
  it('answers 403 session_required to a key with every scope', async () => {
    const answer = await callEndpoint(app, endpoint, { ...blind, headers: keyOf(owner) });
    expect(answer).toMatchObject({ status: 403, code: 'session_required' });
  });
});

describe.each(routesOf('api-key'))('%s', (_, { endpoint }) => {
  it('answers 403 api_key_required to a session, before it validates the request', async () => {
    const headers = { ...cookieOf(owner), ...allowed() };
    const answer = await callEndpoint(app, endpoint, { ...blind, headers });
    expect(answer).toMatchObject({ status: 403, code: 'api_key_required' });
  });
});

describe.each(routesOf('optional-session'))('%s', (_, { endpoint }) => {
  it('answers 403 session_required to a key with every scope, and answers 401 to each invalid key', async () => {
    const answer = await callEndpoint(app, endpoint, { ...blind, headers: keyOf(owner) });
    expect(answer).toMatchObject({ status: 403, code: 'session_required' });
    for (const [what, authorization] of Object.entries(badKeys)) {
      const refusal = await callEndpoint(app, endpoint, { ...blind, headers: { authorization } });
      expect(refusal, what).toMatchObject({ status: 401, code: 'unauthenticated' });
    }
  });

  it('requires an allowed Origin with a session and without a session, before it validates the request', async () => {
    for (const headers of [{}, FOREIGN, cookieOf(owner), { ...cookieOf(owner), ...FOREIGN }]) {
      const answer = await callEndpoint(app, endpoint, { ...blind, headers });
      expect(answer).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    }
  });

  it('treats the cookie of an ended session like a missing cookie', async () => {
    const none = await callEndpoint(app, endpoint, { headers: allowed() });
    const headers = { cookie: 'parlance=forged', ...allowed() };
    expect((await callEndpoint(app, endpoint, { headers })).shown).toEqual(none.shown);
  });
});

describe.each(routesOf('auth'))('%s', (_, route) => {
  const { endpoint } = route;

  it('answers the same with and without an Authorization header', async () => {
    const answers = await Promise.all(
      [{}, { authorization: badKeys.nonsense! }, keyOf(owner)].map((headers) =>
        callEndpoint(app, endpoint, { ...blind, headers: { ...headers, ...allowed() } }),
      ),
    );
    for (const answer of answers) {
      expect(answer.shown).toEqual(answers[0]!.shown);
      expect([401, 403]).not.toContain(answer.status);
    }
  });

  it('refuses a foreign Origin for changes', async () => {
    if (!isUnsafe(route)) return;
    const answer = await callEndpoint(app, endpoint, { ...blind, headers: FOREIGN });
    expect(answer).toMatchObject({ status: 403, code: 'origin_not_allowed' });
  });

  it('refuses a cookie from a foreign Origin, and refuses changes with a cookie without an Origin', async () => {
    const cookie = cookieOf(stranger);
    const foreign = await callEndpoint(app, endpoint, {
      ...blind,
      headers: { ...cookie, ...FOREIGN },
    });
    expect(foreign).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    const without = await callEndpoint(app, endpoint, { ...blind, headers: cookie });
    expect(without.code === 'origin_not_allowed').toBe(isUnsafe(route));
  });
});

describe.each(routesOf('public'))('%s', (_, { endpoint }) => {
  it('reads no credentials and ignores the Origin', async () => {
    const headers = { authorization: badKeys.nonsense!, cookie: 'parlance=forged', ...FOREIGN };
    const { code, detail } = await callEndpoint(app, endpoint, { headers });
    // This endpoint requires a signature in place of credentials.
    if (endpoint.id === 'billing.webhooks.paypal') expect(detail).toMatch(/signature/);
    else
      expect(['unauthenticated', 'origin_not_allowed', 'insufficient_scope']).not.toContain(code);
  });
});
