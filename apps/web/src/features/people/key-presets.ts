import { SCOPES, type Scope } from '@parlance/contracts/scopes';

/** Common uses of an API key, with the scopes that each use needs. */
const PRESETS = {
  sync: ['i18n:read', 'i18n:write'],
  release: [
    'i18n:read',
    'i18n:write',
    'translate:read',
    'translate:write',
    'releases:read',
    'releases:write',
  ],
  read: ['i18n:read', 'releases:read'],
  all: SCOPES,
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type PresetName = keyof typeof PRESETS;

/** Returns the presets whose scopes the user has. The preset `all` contains all scopes of the user. */
export const presetsFor = (ownScopes: readonly Scope[]): PresetName[] =>
  (Object.keys(PRESETS) as PresetName[]).filter(
    (name) => name === 'all' || PRESETS[name].every((scope) => ownScopes.includes(scope)),
  );

/** Returns the scopes of a preset in their usual order. */
export const scopesOf = (name: PresetName, ownScopes: readonly Scope[]): Scope[] =>
  SCOPES.filter((scope) => ownScopes.includes(scope) && PRESETS[name].some((one) => one === scope));
