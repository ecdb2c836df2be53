import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { refusalIn, sendRaw } from '../../../test/app/refusal.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant((given) => {
  ({ app, tenant } = given);
});

async function faultsIn(response: Promise<Response>): Promise<unknown> {
  const { status, code, errors } = await refusalIn(await response);
  expect([status, code]).toEqual([422, 'validation_failed']);
  return errors;
}

const faultsOf = (path: string, body: unknown): Promise<unknown> =>
  faultsIn(
    sendRaw(app, tenant, path, JSON.stringify(body), { 'Content-Type': 'application/json' }),
  );

describe('the validation error of a body', () => {
  const key = { name: 'ci', scopes: ['i18n:read'] };

  it.each([
    [{ name: ' ' }, '/name', 'must not be blank', 'blank'],
    [
      { name: 'n'.repeat(201) },
      '/name',
      'must have 1–200 characters',
      'characters',
      { min: 1, max: 200 },
    ],
    [{ name: 1 }, '/name', 'must be string', 'type'],
    [{ scopes: [] }, '/scopes', 'must have 1–8 entries', 'entries', { min: 1, max: 8 }],
    [
      { scopes: ['i18n:read', 'i18n:read'] },
      '/scopes',
      'must not contain duplicates',
      'duplicates',
    ],
    [{ scopes: 'i18n:read' }, '/scopes', 'must be array', 'type'],
    [
      { expiresAt: '2030-02-31T00:00:00Z' },
      '/expiresAt',
      'must be an ISO 8601 date-time with `Z` or an offset',
      'date_time',
    ],
    [{ expiresAt: 1 }, '/expiresAt', 'must be string or null', 'type'],
    [{ projectIds: ['website'] }, '/projectIds/0', 'must be a UUID', 'uuid'],
    [{ scope: 'i18n:read' }, '/scope', 'is not supported', 'unsupported'],
    [{ name: undefined }, '/name', 'is required', 'required'],
  ])(
    'contains the member, the rule and the limits for %j',
    async (change, path, message, code, limits?) => {
      expect(await faultsOf('/v1/api-keys', { ...key, ...change })).toEqual([
        { path, message, code, limits },
      ]);
    },
  );

  it('contains the member and the rule for {"email":"ada"}', async () => {
    expect(await faultsOf('/v1/auth/forgot-password', { email: 'ada' })).toEqual([
      { path: '/email', message: 'must be an email address', code: 'email' },
    ]);
  });
});

describe('the validation error of a query', () => {
  it.each([
    ['/v1/api-keys?limit=0', 'query/limit', 'must be 1–500', 'range', { min: 1, max: 500 }],
    ['/v1/api-keys?limit=ten', 'query/limit', 'must be integer', 'type'],
    ['/v1/api-keys?includeRevoked=yes', 'query/includeRevoked', 'must be boolean', 'type'],
    [
      '/v1/usage?groupBy=year',
      'query/groupBy',
      'must be one of day, engine, locale, project',
      'choice',
    ],
    [
      '/v1/usage?from=yesterday',
      'query/from',
      'does not match the required format: ISO 8601 day in UTC (`2026-01-31`), or date-time with `Z` or an offset',
      'pattern',
    ],
  ])(
    'contains the parameter, the rule and the limits for %s',
    async (address, path, message, code, limits?) => {
      const headers = { Authorization: `ApiKey ${tenant.apiKey.token}` };
      expect(await faultsIn(fetch(app.url + address, { headers }))).toEqual([
        { path, message, code, limits },
      ]);
    },
  );
});
