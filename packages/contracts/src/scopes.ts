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

/**
 * Roles of members. A `guest` has no rights in the organization and sees only the projects for which it has a
 * grant. A grant is a role in one project.
 */
export const ROLES = [
  'owner',
  'admin',
  'developer',
  'reviewer',
  'translator',
  'contributor',
  'viewer',
  'guest',
] as const;

export type Role = (typeof ROLES)[number];

/** Roles that a grant can give in a single project, in place of the role of the membership. */
export const GRANT_ROLES = [
  'developer',
  'reviewer',
  'translator',
  'contributor',
  'viewer',
] as const satisfies readonly Role[];

export type GrantRole = (typeof GRANT_ROLES)[number];

export const isGrantRole = (role: Role): role is GrantRole =>
  (GRANT_ROLES as readonly Role[]).includes(role);

const OF_TRANSLATORS: readonly Scope[] = [
  'i18n:read',
  'i18n:write',
  'translate:read',
  'translate:write',
  'releases:read',
];

const OF_PROJECTS = SCOPES.filter((scope) => /^(i18n|translate|releases):/.test(scope));

/** Scopes of a browser session, by the user's role in the organization. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  developer: SCOPES.filter((scope) => scope !== 'admin:api-keys'),
  reviewer: OF_TRANSLATORS,
  translator: OF_TRANSLATORS,
  contributor: OF_TRANSLATORS.filter((scope) => scope !== 'translate:write'),
  viewer: SCOPES.filter((scope) => scope.endsWith(':read')),
  guest: OF_PROJECTS.filter((scope) => scope.endsWith(':read')),
};

/** Scopes of a grant. They do not cover the usage and the API keys of the organization. */
export const scopesOfGrant = (role: GrantRole): readonly Scope[] =>
  SCOPES_OF_ROLE[role].filter((scope) => OF_PROJECTS.includes(scope));

/**
 * Rights of a member in a project, which narrow the scopes of the role. An API key of the
 * organization has every right that its scopes allow.
 * - `read`: to see everything in the project.
 * - `propose`: to propose texts for values of the member's locales. Other members accept the texts.
 * - `translate`: to edit the values of the member's locales, but not the source texts.
 * - `review`: to set values to `reviewed` if the project lets only reviewers do so.
 * - `content`: to change keys, source texts, locales, glossary and settings, and to import files.
 * - `release`: to change releases and environments.
 */
export const RIGHTS = ['read', 'propose', 'translate', 'review', 'content', 'release'] as const;

export type Right = (typeof RIGHTS)[number];

export const RIGHTS_OF_ROLE: Readonly<Record<Role, readonly Right[]>> = {
  owner: RIGHTS,
  admin: RIGHTS,
  developer: RIGHTS,
  reviewer: ['read', 'propose', 'translate', 'review'],
  translator: ['read', 'propose', 'translate'],
  contributor: ['read', 'propose'],
  viewer: ['read'],
  guest: ['read'],
};

/** True if a member with this role can have grants. Grants do not narrow the rights of owners and admins. */
export const canHaveGrants = (role: Role): boolean =>
  !SCOPES_OF_ROLE[role].includes('admin:api-keys');

/**
 * True if a member with this role can be limited to locales. Such a member may propose texts in
 * these locales, but not edit source texts.
 */
export const isLimitable = (role: Role): boolean =>
  RIGHTS_OF_ROLE[role].includes('propose') && !RIGHTS_OF_ROLE[role].includes('content');
