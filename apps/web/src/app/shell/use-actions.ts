import type { Organization, Role } from '@parlance/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { pageActions } from '../../lib/page-actions.ts';
import { mayDo } from '../../lib/person/role.ts';
import type { Action, Actions } from '../actions.ts';
import { ORGANIZATION_PAGES, PROJECT_PAGES } from '../navigation.ts';

/** Returns the pages of an organization that a role may see. */
export const pagesOf = (role: Role | null) =>
  ORGANIZATION_PAGES.filter(({ scope }) => scope === undefined || mayDo(role, scope));

/** Returns the actions of the palette: those of the page, its sibling pages, and those of the frame. */
export function useActions(
  {
    organization: { slug: org, role, name },
    project,
    newProject,
  }: {
    organization: Organization;
    project: string | undefined;
    /** Creates a project. Null for a role that may not. */
    newProject: Action | null;
  },
  others: readonly Action[],
): Actions {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useSyncExternalStore(pageActions.subscribe, pageActions.get);
  const pages: Action[] = [
    ...(project === undefined
      ? []
      : PROJECT_PAGES.map(({ to, label }) => ({
          id: to,
          label: t(label),
          run: () => void navigate({ to, params: { org, project } }),
        }))),
    ...pagesOf(role).map(({ to, label }) => ({
      id: to,
      label: t(label),
      // The note distinguishes pages of the organization from pages of the project with the same name.
      ...(project !== undefined && { note: name }),
      run: () => void navigate({ to, params: { org } }),
    })),
    ...(newProject === null ? [] : [newProject]),
  ];
  return { here, pages, others };
}
