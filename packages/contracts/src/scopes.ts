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

export const ROLES = ['owner', 'admin', 'developer', 'reviewer', 'translator', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

const OF_TRANSLATORS: readonly Scope[] = [
  'i18n:read',
  'i18n:write',
  'translate:read',
  'translate:write',
  'releases:read',
];

/** Scopes of a browser session, by the user's role in the organization. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  developer: SCOPES.filter((scope) => scope !== 'admin:api-keys'),
  reviewer: OF_TRANSLATORS,
  translator: OF_TRANSLATORS,
  viewer: SCOPES.filter((scope) => scope.endsWith(':read')),
};

/**
 * Rights of a member in a project, which narrow the scopes of the role. An API key of the
 * organization has every right that its scopes allow.
 * - `read`: everything that can be seen.
 * - `translate`: the values of the member's locales, but not the source texts.
 * - `review`: to set values to `reviewed` if the project lets only reviewers do so.
 * - `content`: keys, source texts, locales, glossary, imports and settings.
 * - `release`: releases and environments.
 */
export const RIGHTS = ['read', 'translate', 'review', 'content', 'release'] as const;

export type Right = (typeof RIGHTS)[number];

export const RIGHTS_OF_ROLE: Readonly<Record<Role, readonly Right[]>> = {
  owner: RIGHTS,
  admin: RIGHTS,
  developer: RIGHTS,
  reviewer: ['read', 'translate', 'review'],
  translator: ['read', 'translate'],
  viewer: ['read'],
};

/** True if a member with this role can be limited to locales: it translates, but changes no source texts. */
export const isLimitable = (role: Role): boolean =>
  RIGHTS_OF_ROLE[role].includes('translate') && !RIGHTS_OF_ROLE[role].includes('content');
