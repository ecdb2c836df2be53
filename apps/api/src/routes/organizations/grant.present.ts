import type { Member } from '@parlance/contracts';
import type { Grant } from '../../domain/kernel/index.ts';

export const presentGrants = (grants: readonly Grant[] | null): Member['grants'] =>
  (grants ?? []).map(({ projectId, role, locales }) => ({
    projectId,
    role,
    localeCodes: locales && [...locales],
  }));
