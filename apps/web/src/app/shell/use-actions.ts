import type { Organization, Role } from '@parlance/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { pageActions } from '../../lib/page-actions.ts';
import { mayDo } from '../../lib/person/role.ts';
import type { Action, Actions } from '../actions.ts';
import { ORGANIZATION_PAGES, PROJECT_PAGES } from '../navigation.ts';

/** Returns the pages of an organization that a user with the role may see. */
export const pagesOf = (role: Role | null) =>
  ORGANIZATION_PAGES.filter(
    ({ scope, isForMembers }) =>
      (scope === undefined || mayDo(role, scope)) && !(isForMembers && role === 'guest'),
  );

/** Returns the actions of the command palette: actions of the open page, links to the other pages, and `others`. */
export function useActions(
  {
    organization: { slug: org, role, name },
    project,
    newProject,
  }: {
    organization: Organization;
    project: string | undefined;
    /** The action that creates a project. Null if the user's role may not create projects. */
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
      // The note is the name of the organization. It distinguishes a page of the organization from a page of the
      // project with the same title.
      ...(project !== undefined && { note: name }),
      run: () => void navigate({ to, params: { org } }),
    })),
    ...(newProject === null ? [] : [newProject]),
  ];
  return { here, pages, others };
}
