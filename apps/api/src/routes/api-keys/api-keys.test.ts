import type { Scope } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { createBrowser } from '../../../test/app/browser.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { executeRaw } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';
import { isApiKeyShaped } from '../../domain/kernel/token.ts';

const MINUTE_MS = 60_000;
const unauthenticated = { status: 401, code: 'unauthenticated' };

let app: TestApp;
let tenant: Tenant;
describeTenant((given) => {
  ({ app, tenant } = given);
});

describe('api-keys.create', () => {
  it('returns the token once and stores only its hash', async () => {
    const { data } = await tenant.user.client.apiKeys.create({
      name: 'CI',
      scopes: ['i18n:read', 'i18n:write'],
    });
    const { token, organization, ...shown } = data;
    const [own] = (await tenant.user.client.organizations.list()).data;
    expect(organization).toEqual({ id: own!.id, name: own!.name, slug: own!.slug });
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'CI',
      scopes: ['i18n:read', 'i18n:write'],
      prefix: token.slice(0, 12),
      personal: false,
      projectIds: null,
      createdBy: { type: 'user', id: tenant.user.id, name: tenant.user.name },
      createdAt: expect.any(String),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    });
    expect(isApiKeyShaped(token)).toBe(true);
    const listed = await tenant.client.apiKeys.list();
    expect(listed.data.find(({ id }) => id === data.id)).toEqual(shown);
    expect(JSON.stringify(listed)).not.toContain(token);
    const { rows } = await executeRaw(
      app.db,
      `select count(*) as times from (
         select k::text as row from api_key k union all select t::text from api_key_token t
         union all select a::text from audit_log a) all_rows
       where row like '%' || $1 || '%'`,
      [token],
    );
    expect(rows).toEqual([{ times: 0 }]);
  });

  it('creates a key that works until it expires', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 30 * MINUTE_MS).toISOString();
    const { client } = await createApiKeyFor(tenant.user, ['i18n:read'], { expiresAt });
    await client.i18n.projects.list();
    app.clock.advance(31 * MINUTE_MS);
    await expect(client.i18n.projects.list()).rejects.toMatchObject(unauthenticated);
  });

  it.each([
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ['no scope', { scopes: [] }, '/scopes'],
    ['a scope twice', { scopes: ['i18n:read', 'i18n:read'] }, '/scopes'],
    ['a scope that there is not', { scopes: ['i18n:all'] }, '/scopes/0'],
    ['no project', { projectIds: [] }, '/projectIds'],
  ])('refuses %s and names the invalid field', async (_, given, path) => {
    const body = { name: 'Key', scopes: ['i18n:read'], ...given } as never;
    await expect(tenant.user.client.apiKeys.create(body)).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [expect.objectContaining({ path })],
    });
  });

  it('grants no scope that the caller lacks', async () => {
    const { client } = await createApiKeyFor(tenant.user, ['admin:api-keys', 'i18n:read']);
    const { data } = await client.apiKeys.create({ name: 'Key', scopes: ['i18n:read'] });
    expect(data.createdBy.type).toBe('api_key');
    for (const scopes of [['i18n:write'], ['i18n:read', 'usage:read']] as Scope[][]) {
      await expect(client.apiKeys.create({ name: 'Key', scopes })).rejects.toMatchObject({
        status: 403,
        code: 'insufficient_scope',
        detail: expect.stringContaining(scopes.at(-1)!),
      });
    }
  });

  it('creates a key that can access only the projects that it is bound to', async () => {
    const [bound, other] = [await createProject(tenant.client), await createProject(tenant.client)];
    const { client } = await createApiKeyFor(tenant.user, undefined, { projectIds: [bound.id] });
    expect((await client.i18n.projects.list()).data.map(({ id }) => id)).toEqual([bound.id]);
    await client.i18n.projects.get({ projectId: bound.id });
    await expect(client.i18n.projects.get({ projectId: other.id })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });

    const { data } = await client.apiKeys.create({ name: 'Child', scopes: ['i18n:read'] });
    expect(data.projectIds).toEqual([bound.id]);
    await expect(
      client.apiKeys.create({ name: 'Child', scopes: ['i18n:read'], projectIds: [other.id] }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('creates a bound key that lists and revokes only keys with no wider access', async () => {
    const [one, two] = [await createProject(tenant.client), await createProject(tenant.client)];
    const bind = (...projectIds: string[]) =>
      createApiKeyFor(tenant.user, undefined, { projectIds });
    const [wide, narrow, other] = [
      await bind(one.id, two.id),
      await bind(one.id),
      await bind(two.id),
    ];
    const seen = async ({ client }: typeof wide) =>
      (await client.apiKeys.list()).data.map(({ id }) => id);
    expect(await seen(wide)).toEqual([other.id, narrow.id, wide.id]);
    expect(await seen(narrow)).toEqual([narrow.id]);
    for (const { id } of [wide, other, tenant.apiKey]) {
      await expect(narrow.client.apiKeys.delete({ apiKeyId: id })).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
    await wide.client.apiKeys.delete({ apiKeyId: narrow.id });
    await expect(seen(narrow)).rejects.toMatchObject(unauthenticated);
  });

  it('returns the same error for a project of another owner as for a missing project', async () => {
    const foreign = await createProject((await createTenant(app)).client);
    const refusals = await Promise.all(
      [foreign.id, newId()].map((projectId) =>
        tenant.user.client.apiKeys
          .create({ name: 'Key', scopes: ['i18n:read'], projectIds: [projectId] })
          .catch(({ status, code, message }) => ({ status, code, message })),
      ),
    );
    expect(refusals[0]).toMatchObject({
      status: 404,
      code: 'not_found',
      message: expect.stringContaining('X-Organization-Id'),
    });
    expect(refusals[1]).toEqual(refusals[0]);
  });
});

describe('an API key', () => {
  it('gets a new time of last use at most once a minute', async () => {
    const apiKey = await createApiKeyFor(tenant.user);
    const lastUsed = async () =>
      (await tenant.user.client.apiKeys.list()).data.find(({ id }) => id === apiKey.id)!.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await apiKey.client.i18n.projects.list();
    const first = await lastUsed();
    expect(first).not.toBeNull();
    app.clock.advance(MINUTE_MS / 2);
    await apiKey.client.i18n.projects.list();
    expect(await lastUsed()).toBe(first);
    app.clock.advance(MINUTE_MS);
    await apiKey.client.i18n.projects.list();
    expect(Date.parse((await lastUsed())!) - Date.parse(first!)).toBeGreaterThan(MINUTE_MS);
  });

  it('cannot act for another organization', async () => {
    const other = await createTenant(app);
    const token = tenant.apiKey.token;
    const own = app.client(token, { 'x-organization-id': tenant.organizationId });
    await own.i18n.projects.list();
    for (const organizationId of [other.organizationId, newId(), 'nonsense']) {
      const client = app.client(token, { 'x-organization-id': organizationId });
      await expect(client.i18n.projects.list()).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
  });

  it('takes precedence over a cookie: an invalid key is refused, and a valid key needs no Origin', async () => {
    const bad = createBrowser(app, {
      jar: tenant.user.jar,
      headers: { authorization: 'ApiKey nonsense' },
    });
    await expect(bad.client.i18n.projects.list()).rejects.toMatchObject(unauthenticated);
    const good = createBrowser(app, {
      jar: tenant.user.jar,
      origin: 'https://evil.test',
      headers: { authorization: `ApiKey ${tenant.apiKey.token}` },
    });
    await good.client.i18n.projects.list();
  });
});

describe('api-keys.delete', () => {
  it('revokes the key immediately, and a repeated call changes and logs nothing', async () => {
    const apiKey = await createApiKeyFor(tenant.user);
    const { data } = await tenant.client.apiKeys.delete({ apiKeyId: apiKey.id });
    expect(data.revokedAt).not.toBeNull();
    await expect(apiKey.client.i18n.projects.list()).rejects.toMatchObject(unauthenticated);
    app.clock.advance(1000);
    const again = await tenant.client.apiKeys.delete({ apiKeyId: apiKey.id });
    expect(again.data).toEqual(data);
    const log = await app.db
      .selectFrom('audit_log')
      .where('target_id', '=', apiKey.id)
      .select('action')
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['api_key.create', 'api_key.revoke']);
  });

  it('returns the same error for a key of another owner as for a missing key', async () => {
    const other = await createTenant(app);
    const refusals = await Promise.all(
      [other.apiKey.id, newId(), 'nonsense'].map((apiKeyId) =>
        tenant.client.apiKeys.delete({ apiKeyId }).catch(({ status, code }) => ({ status, code })),
      ),
    );
    for (const refusal of refusals) expect(refusal).toEqual({ status: 404, code: 'not_found' });
    await other.client.i18n.projects.list();
  });
});

describe('api-keys.list', () => {
  it('lists keys newest first, page by page, and lists revoked keys only on request', async () => {
    const own = await createTenant(app);
    const made = [own.apiKey.id];
    for (let count = 0; count < 4; count++) made.unshift((await createApiKeyFor(own.user)).id);
    await own.client.apiKeys.delete({ apiKeyId: made[1]! });

    const rows: string[] = [];
    for await (const { id } of own.client.apiKeys.listAll({ limit: 2 })) rows.push(id);
    expect(rows).toEqual(made.filter((id) => id !== made[1]));
    const { data, meta } = await own.client.apiKeys.list({ includeRevoked: true });
    expect(data.map(({ id }) => id)).toEqual(made);
    expect(meta).toEqual({ nextCursor: null, limit: 100 });
  });

  it('rejects an invalid limit and an invalid cursor with the name of the parameter', async () => {
    await expect(tenant.client.apiKeys.list({ limit: 501 })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'query/limit' }],
    });
    await expect(tenant.client.apiKeys.list({ cursor: 'nonsense' })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'query/cursor' }],
    });
  });
});

describe('api-keys.self', () => {
  it('returns the scopes, projects, expiry and organization of any key, and never returns its token', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const expiresAt = new Date(app.clock.now().getTime() + MINUTE_MS).toISOString();
    const bounds = { projectIds: [projectId], expiresAt };
    const { client, id, token } = await createApiKeyFor(tenant.user, ['usage:read'], bounds);
    const { data } = await client.apiKeys.self();
    expect(data).toMatchObject({
      id,
      scopes: ['usage:read'],
      projectIds: [projectId],
      expiresAt,
      organization: { id: tenant.organizationId, slug: expect.any(String) },
      server: { version: expect.any(String), oldestCli: expect.any(String) },
    });
    expect(JSON.stringify(data)).not.toContain(token);
  });
});

describe('api-keys.revoke-self', () => {
  it('revokes only the key of the call', async () => {
    const [own, other] = await Promise.all(
      [1, 2].map(() => createApiKeyFor(tenant.user, ['i18n:read'])),
    );
    const { data } = await own!.client.apiKeys.revokeSelf();
    expect(data).toMatchObject({ id: own!.id, revokedAt: expect.any(String) });
    expect(await codeOf(own!.client.apiKeys.self())).toBe('unauthenticated');
    expect((await other!.client.apiKeys.self()).data.id).toBe(other!.id);
  });
});
