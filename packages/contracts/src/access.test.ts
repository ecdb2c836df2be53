import { describe, expect, it } from 'vitest';
import type { EndpointDefinition } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.generated.ts';
import { PAGES } from './pages.ts';

/**
 * Endpoints and their scopes, from section 4 of the specification. `session route` is a route under
 * /v1/auth. `authenticated` is a route for the user's own account (section 5).
 */
const SPECIFIED = `
GET /health | none
POST /v1/auth/sign-up | session route
POST /v1/auth/verify-email | session route
POST /v1/auth/resend-verification | session route
POST /v1/auth/sign-in | session route
POST /v1/auth/sign-out | session route
POST /v1/auth/forgot-password | session route
POST /v1/auth/reset-password | session route
GET /v1/auth/session | session route
GET /v1/users/me | authenticated
PATCH /v1/users/me | authenticated
DELETE /v1/users/me | authenticated
GET /v1/api-keys | admin:api-keys
POST /v1/api-keys | admin:api-keys
DELETE /v1/api-keys/:apiKeyId | admin:api-keys
GET /v1/organizations | admin:api-keys
POST /v1/organizations | admin:api-keys
GET /v1/organizations/:organizationId | admin:api-keys
PATCH /v1/organizations/:organizationId | admin:api-keys
GET /v1/organizations/:organizationId/members | admin:api-keys
GET /v1/i18n/projects | i18n:read
POST /v1/i18n/projects | i18n:write
GET /v1/i18n/projects/:projectId | i18n:read
PATCH /v1/i18n/projects/:projectId | i18n:write
DELETE /v1/i18n/projects/:projectId | i18n:write
GET /v1/i18n/projects/:projectId/children | i18n:read
POST /v1/i18n/projects/:projectId/children | i18n:write
GET /v1/i18n/projects/:projectId/locales | i18n:read
POST /v1/i18n/projects/:projectId/locales | i18n:write
PATCH /v1/i18n/projects/:projectId/locales/:localeCode | i18n:write
DELETE /v1/i18n/projects/:projectId/locales/:localeCode | i18n:write
GET /v1/i18n/projects/:projectId/environments | i18n:read
POST /v1/i18n/projects/:projectId/environments | releases:write
PATCH /v1/i18n/projects/:projectId/environments/:environmentId | releases:write
DELETE /v1/i18n/projects/:projectId/environments/:environmentId | releases:write
GET /v1/i18n/projects/:projectId/keys | i18n:read
POST /v1/i18n/projects/:projectId/keys | i18n:write
PATCH /v1/i18n/projects/:projectId/keys/:keyId | i18n:write
DELETE /v1/i18n/projects/:projectId/keys/:keyId | i18n:write
GET /v1/i18n/projects/:projectId/glossary | i18n:read
POST /v1/i18n/projects/:projectId/glossary | i18n:write
PATCH /v1/i18n/projects/:projectId/glossary/:termId | i18n:write
DELETE /v1/i18n/projects/:projectId/glossary/:termId | i18n:write
GET /v1/i18n/projects/:projectId/values | i18n:read
PATCH /v1/i18n/projects/:projectId/values/:valueId | i18n:write
POST /v1/i18n/projects/:projectId/import | i18n:write
POST /v1/i18n/projects/:projectId/export | i18n:read
POST /v1/i18n/projects/:projectId/files/json-import | i18n:write
GET /v1/i18n/projects/:projectId/releases | releases:read
POST /v1/i18n/projects/:projectId/releases | releases:write
GET /v1/i18n/bundles/:projectId/:environment/:localeCode | public
POST /v1/translate/text | translate:write
POST /v1/translate/bulk | translate:write
POST /v1/translate/multilingual | translate:write
POST /v1/translate/estimate | translate:read
POST /v1/translate/jobs | translate:write
GET /v1/translate/jobs/:jobId | translate:read
GET /v1/translate/jobs/:jobId/result | translate:read
POST /v1/translate/jobs/:jobId/cancel | translate:write
GET /v1/usage | usage:read
GET /v1/billing | usage:read
GET /v1/billing/plan | usage:read
GET /v1/billing/credits | usage:read
GET /v1/billing/ledger | usage:read
POST /v1/billing/checkout-sessions | usage:read
POST /v1/billing/checkout-sessions/:orderId/capture | usage:read
GET /v1/dashboard/summary | usage:read
GET /v1/dashboard/projects | i18n:read
GET /v1/dashboard/activity | i18n:read
GET /v1/dashboard/usage | usage:read
`;

/** Endpoints that the specification does not contain. */
const BEYOND = `
GET /v1/events | i18n:read
GET /v1/i18n/projects/:projectId/glossary/export | i18n:read
POST /v1/i18n/projects/:projectId/glossary/import | i18n:write
POST /v1/i18n/projects/:projectId/memory/import | i18n:write
POST /v1/i18n/projects/:projectId/memory/export | i18n:read
DELETE /v1/i18n/projects/:projectId/memory | i18n:write
GET /health/ready | none
GET /v1/api-keys/self | any key
POST /v1/api-keys/revoke-self | any key
PATCH /v1/organizations/:organizationId/members/:userId | admin:api-keys
DELETE /v1/organizations/:organizationId/members/:userId | admin:api-keys
GET /v1/organizations/:organizationId/invitations | admin:api-keys
POST /v1/organizations/:organizationId/invitations | admin:api-keys
DELETE /v1/organizations/:organizationId/invitations/:invitationId | admin:api-keys
POST /v1/organizations/invitations/preview | public
POST /v1/organizations/invitations/accept | authenticated or none
PUT /v1/i18n/projects/:projectId/keys/:keyId/values/:localeCode | i18n:write
DELETE /v1/i18n/projects/:projectId/values/:valueId | i18n:write
GET /v1/i18n/projects/:projectId/changes | i18n:read
GET /v1/i18n/projects/:projectId/changes/since | i18n:read
GET /v1/i18n/projects/:projectId/changes/:changeId | i18n:read
GET /v1/i18n/projects/:projectId/changes/:changeId/values | i18n:read
POST /v1/i18n/projects/:projectId/changes/:changeId/revert | i18n:write
POST /v1/i18n/projects/:projectId/values/bulk | i18n:read i18n:write
POST /v1/i18n/projects/:projectId/keys/bulk | i18n:read i18n:write
GET /v1/i18n/projects/:projectId/bulk-runs/:runId | i18n:read
POST /v1/i18n/projects/:projectId/bulk-runs/:runId/cancel | i18n:write
POST /v1/i18n/projects/:projectId/keys/:keyId/suggestions | i18n:read
POST /v1/i18n/projects/:projectId/files/import | i18n:write
POST /v1/i18n/projects/:projectId/files/stage | i18n:write
POST /v1/i18n/projects/:projectId/imports | i18n:write
GET /v1/i18n/projects/:projectId/imports/:importId | i18n:read
GET /v1/i18n/projects/:projectId/imports/:importId/changes | i18n:read
POST /v1/i18n/projects/:projectId/imports/:importId/apply | i18n:write
DELETE /v1/i18n/projects/:projectId/imports/:importId | i18n:write
GET /v1/i18n/projects/:projectId/environments/:environmentId/pending | releases:read
GET /v1/i18n/projects/:projectId/environments/:environmentId/delivery | releases:read
POST /v1/i18n/projects/:projectId/environments/:environmentId/stop-delivery | releases:write
POST /v1/i18n/projects/:projectId/environments/:environmentId/resume-delivery | releases:write
GET /v1/i18n/projects/:projectId/delivery | releases:read
POST /v1/i18n/projects/:projectId/stop-delivery | releases:write
POST /v1/i18n/projects/:projectId/resume-delivery | releases:write
GET /v1/i18n/projects/:projectId/rows | i18n:read
GET /v1/i18n/projects/:projectId/row-index | i18n:read
GET /v1/i18n/projects/:projectId/counts | i18n:read
GET /v1/i18n/projects/:projectId/progress | i18n:read
GET /v1/dashboard/progress | i18n:read
GET /v1/dashboard/queue | i18n:read
GET /v1/i18n/projects/:projectId/reviews | i18n:read
GET /v1/i18n/projects/:projectId/key-tree | i18n:read
GET /v1/i18n/projects/:projectId/values/:valueId/history | i18n:read
GET /v1/i18n/projects/:projectId/values/:valueId/findings | i18n:read
GET /v1/i18n/projects/:projectId/findings/preview | i18n:read
GET /v1/i18n/projects/:projectId/values/:valueId/ignored-checks | i18n:read
PUT /v1/i18n/projects/:projectId/values/:valueId/ignored-checks/:code | i18n:write
GET /v1/i18n/projects/:projectId/translation | i18n:read
PATCH /v1/i18n/projects/:projectId/translation | i18n:write
POST /v1/translate/preview | translate:write i18n:read
GET /v1/i18n/projects/:projectId/proposals | i18n:read
POST /v1/i18n/projects/:projectId/proposals | i18n:write
POST /v1/i18n/projects/:projectId/proposals/:proposalId/accept | i18n:write
POST /v1/i18n/projects/:projectId/proposals/:proposalId/decline | i18n:write
POST /v1/i18n/projects/:projectId/proposals/:proposalId/withdraw | i18n:write
PUT /v1/i18n/projects/:projectId/proposals/:proposalId/vote | i18n:write
GET /v1/i18n/projects/:projectId/comments | i18n:read
GET /v1/i18n/projects/:projectId/keys/:keyId/comments | i18n:read
POST /v1/i18n/projects/:projectId/keys/:keyId/comments | i18n:read
PATCH /v1/i18n/projects/:projectId/comments/:commentId | i18n:read
DELETE /v1/i18n/projects/:projectId/comments/:commentId | i18n:read
POST /v1/i18n/projects/:projectId/comments/:commentId/resolve | i18n:read
POST /v1/i18n/projects/:projectId/comments/:commentId/reopen | i18n:read
PUT /v1/i18n/projects/:projectId/comments/:commentId/mute | i18n:read
GET /v1/i18n/projects/:projectId/people | i18n:read
GET /v1/i18n/projects/:projectId/open-work | i18n:read
GET /v1/i18n/projects/:projectId/queue | i18n:read
POST /v1/i18n/projects/:projectId/values/:valueId/send-back | i18n:write
GET /v1/users/me/notifications | authenticated
GET /v1/users/me/notifications/count | authenticated
POST /v1/users/me/notifications/read | authenticated
POST /v1/notifications/unsubscribe | none
DELETE /v1/i18n/projects/:projectId/values/:valueId/ignored-checks/:code | i18n:write
GET /v1/i18n/projects/:projectId/releases/:releaseId | releases:read
GET /v1/i18n/projects/:projectId/releases/:releaseId/diff | releases:read
GET /v1/translate/jobs | translate:read
POST /v1/users/me/password | authenticated
POST /v1/users/me/email | authenticated
GET /v1/users/me/export | authenticated
GET /v1/users/me/access | i18n:read
POST /v1/i18n/projects/:projectId/forms | i18n:write
GET /v1/i18n/projects/:projectId/members | admin:api-keys
PUT /v1/i18n/projects/:projectId/members/:userId | admin:api-keys
DELETE /v1/i18n/projects/:projectId/members/:userId | admin:api-keys
GET /v1/users/me/sessions | authenticated
DELETE /v1/users/me/sessions/:sessionId | authenticated
GET /v1/users/me/api-keys | authenticated
POST /v1/users/me/api-keys | authenticated
DELETE /v1/users/me/api-keys/:apiKeyId | authenticated
GET /v1/translate/engines | translate:read
POST /v1/translate/memory/search | translate:read i18n:read
POST /v1/billing/webhooks/paypal | public
GET /v1/audit-log | admin:api-keys
GET /v1/webhooks | admin:api-keys
POST /v1/webhooks | admin:api-keys
GET /v1/webhooks/:webhookId | admin:api-keys
PATCH /v1/webhooks/:webhookId | admin:api-keys
DELETE /v1/webhooks/:webhookId | admin:api-keys
POST /v1/webhooks/:webhookId/rotate | admin:api-keys
POST /v1/webhooks/:webhookId/test | admin:api-keys
GET /v1/webhooks/:webhookId/deliveries | admin:api-keys
POST /v1/webhooks/:webhookId/deliveries/:deliveryId/redeliver | admin:api-keys
`;

function rowsOf(table: string): [address: string, scope: string][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]);
}

const byAddress = new Map<string, EndpointDefinition>(
  ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
);

function accessOf(address: string): string {
  const access = byAddress.get(address)?.access;
  switch (access?.kind) {
    case undefined:
      return 'not there';
    case 'public':
      return 'public';
    case 'auth':
      return 'session route';
    case 'session':
      return 'authenticated';
    case 'optional-session':
      return 'authenticated or none';
    case 'api-key':
      return 'any key';
    case 'scopes':
      return access.scopes.join(' ');
  }
}

describe('the endpoint catalog', () => {
  it('contains exactly the specified endpoints and the listed additions', () => {
    const specified = rowsOf(SPECIFIED).map(([address]) => address);
    const beyond = rowsOf(BEYOND).map(([address]) => address);
    expect(new Set(specified).size).toBe(70);
    expect([...byAddress.keys()].sort()).toEqual([...specified, ...beyond].sort());
  });

  it.each([...rowsOf(SPECIFIED), ...rowsOf(BEYOND)])('requires for %s: %s', (address, scope) => {
    expect(accessOf(address)).toBe(scope === 'none' ? 'public' : scope);
  });

  it('requires an allowed Origin only for sign-in and sign-out', () => {
    const required = ENDPOINTS.filter(
      ({ access }) => access.kind === 'auth' && access.origin === 'required',
    );
    expect(required.map(({ id }) => id)).toEqual(['auth.sign-in', 'auth.sign-out']);
  });

  it('derives the permissions of sessions from membership only for organization endpoints', () => {
    const endpoints: readonly EndpointDefinition[] = ENDPOINTS;
    const byMembership = endpoints.filter(
      ({ access }) => access.kind === 'scopes' && access.sessions === 'membership',
    );
    const ofOrganizations = endpoints.filter(
      ({ path, access }) => path.startsWith('/v1/organizations') && access.kind === 'scopes',
    );
    expect(byMembership).toEqual(ofOrganizations);
    expect(byMembership).toHaveLength(10);
  });

  it('rejects API keys with a project restriction only on the listed organization-wide endpoints', () => {
    const endpoints: readonly EndpointDefinition[] = ENDPOINTS;
    const refused = endpoints.filter(
      ({ access }) => access.kind === 'scopes' && access.boundKeys === 'refused',
    );
    expect(refused.map(({ id }) => id).toSorted()).toEqual([
      'audit-log.list',
      'billing.checkout-sessions.capture',
      'billing.checkout-sessions.create',
      'billing.credits',
      'billing.get',
      'billing.ledger',
      'billing.plan',
      'dashboard.usage',
      'i18n.children.create',
      'i18n.members.delete',
      'i18n.members.list',
      'i18n.members.put',
      'i18n.projects.create',
      'organizations.invitations.create',
      'organizations.invitations.delete',
      'organizations.invitations.list',
      'organizations.members.delete',
      'organizations.members.list',
      'organizations.members.update',
      'organizations.update',
      'webhooks.create',
      'webhooks.delete',
      'webhooks.deliveries.list',
      'webhooks.deliveries.redeliver',
      'webhooks.get',
      'webhooks.list',
      'webhooks.rotate',
      'webhooks.test',
      'webhooks.update',
    ]);
  });

  it('leaves every page public, because mailed links and package managers lead there', () => {
    expect(PAGES.map(({ path }) => path)).toEqual([
      '/openapi.json',
      '/docs',
      '/docs/reference.js',
      '/docs/errors',
      '/docs/packages',
      '/cli.tgz',
      '/sdk.tgz',
      '/reader.tgz',
      '/robots.txt',
      '/.well-known/security.txt',
      '/.well-known/change-password',
      '/verify-email',
      '/reset-password',
      '/accept-invitation',
    ]);
    for (const page of PAGES) expect(page.access.kind).toBe('public');
  });
});
