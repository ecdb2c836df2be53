import type { Organization } from '@parlance/contracts';
import { mayDo, type Need } from './role.ts';

/** True if the user has the scope or the right in the organization, or in one of its projects. */
export const mayDoAnywhere = ({ role, grants }: Organization, need: Need): boolean =>
  mayDo(role, need) || grants.some((grant) => mayDo(grant.role, need));

/** Returns the locales to which the user is limited somewhere in the organization. */
export const localesOfMembership = ({ localeCodes, grants }: Organization): string[] => [
  ...new Set(
    [localeCodes, ...grants.map((grant) => grant.localeCodes)].flatMap((codes) => codes ?? []),
  ),
];
