import type { Role } from '@parlance/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { pageActions } from '../../lib/page-actions.ts';
import { mayDo } from '../../lib/person/role.ts';
import type { Action, Actions } from '../actions.ts';
import { ORGANIZATION_PAGES, PROJECT_PAGES } from '../navigation.ts';

/** The pages of an organization that a role may see. */
export const pagesOf = (role: Role | null) =>
  ORGANIZATION_PAGES.filter(({ scope }) => scope === undefined || mayDo(role, scope));

/** Returns what the palette offers on a page: its own actions, the pages beside it, and those of the frame. */
export function useActions(
  { org, role, project }: { org: string; role: Role | null; project: string | undefined },
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
      run: () => void navigate({ to, params: { org } }),
    })),
    {
      id: 'new-project',
      label: t('projects.new'),
      run: () => void navigate({ to: '/o/$org/projects/new', params: { org } }),
    },
  ];
  return { here, pages, others };
}
