import type { Scope } from '@parlance/contracts/scopes';

/** Scopes that are listed separately, because they do not belong to a right in projects. */
export const OTHER_SCOPES = [
  'translate:write',
  'usage:read',
  'admin:api-keys',
] as const satisfies readonly Scope[];
