import type { Scope } from '@parlance/contracts/scopes';

/** The scopes that are not described by a right. */
export const OTHER_SCOPES = [
  'translate:write',
  'usage:read',
  'admin:api-keys',
] as const satisfies readonly Scope[];
