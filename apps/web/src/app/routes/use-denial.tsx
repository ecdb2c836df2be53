import { lazy, type ReactNode, Suspense } from 'react';
import { mayDo, type Need } from '../../lib/person/role.ts';
import { useMembership } from './use-membership.ts';

const LazyRoleNote = lazy(async () => ({ default: (await import('../role-note.tsx')).RoleNote }));

/** Returns the reason why the user may not do something. Null if the user's role allows it. */
export function useDenial(need: Need): ReactNode {
  const { role } = useMembership();
  if (role === null || mayDo(role, need)) return null;
  return (
    <Suspense>
      <LazyRoleNote role={role} need={need} />
    </Suspense>
  );
}
