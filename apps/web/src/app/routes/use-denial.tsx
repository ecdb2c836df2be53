import type { Scope } from '@parlance/contracts/scopes';
import { lazy, type ReactNode, Suspense } from 'react';
import { mayDo } from '../../lib/person/role.ts';
import { organizationRoute } from './organization.route.tsx';

const LazyRoleNote = lazy(async () => ({ default: (await import('../role-note.tsx')).RoleNote }));

/** Returns the reason why the user's role lacks a scope. Null if it has the scope. */
export function useDenial(scope: Scope): ReactNode {
  const { role } = organizationRoute.useRouteContext().organization;
  if (role === null || mayDo(role, scope)) return null;
  return (
    <Suspense>
      <LazyRoleNote role={role} scope={scope} />
    </Suspense>
  );
}
