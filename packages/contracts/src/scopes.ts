export const SCOPES = [
  'i18n:read',
  'i18n:write',
  'translate:read',
  'translate:write',
  'releases:read',
  'releases:write',
  'usage:read',
  'admin:api-keys',
] as const;

export type Scope = (typeof SCOPES)[number];

export const ROLES = ['owner', 'admin', 'developer', 'translator', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** Scopes of a browser session, by the user's role in the organization. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  developer: SCOPES.filter((scope) => scope !== 'admin:api-keys'),
  translator: ['i18n:read', 'i18n:write', 'translate:read', 'translate:write', 'releases:read'],
  viewer: SCOPES.filter((scope) => scope.endsWith(':read')),
};
