import type { Organization } from '@parlance/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFilter } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { organizationChoiceQuery } from '../../features/organizations/organization-choice.queries.ts';
import { localesQuery } from '../../features/projects/projects.queries.ts';
import { type Choosable, rowsOf } from '../../lib/paged-query.ts';
import type { Search } from '../../ui/form/list-search.tsx';
import type { Action, Actions } from '../actions.ts';
import { paletteQuery } from './palette.queries.ts';
import type { PaletteScope } from './palette-scope.ts';

export interface ResultGroup {
  readonly id:
    | 'here'
    | 'pages'
    | 'projects'
    | 'keys'
    | 'locales'
    | 'people'
    | 'organizations'
    | 'others';
  readonly results: readonly Action[];
}

/** The results of a search in the palette. */
export interface Results {
  /** Groups with at least one match. Groups with actions of the open page come first. */
  readonly groups: readonly ResultGroup[];
  /** True while the service is searching. */
  readonly isSearching: boolean;
  /** The error that causes missing results. Null if all results are available. */
  readonly error: Error | null;
}

/** Returns the results of a search in the command palette, in groups. */
export function useResults(
  { organization, project }: PaletteScope,
  { typed, q }: Search,
  actions: Actions,
): Results {
  const { contains, startsWith } = useFilter({ sensitivity: 'base' });
  const go = useWays(organization, project);
  const palette = useQuery({
    ...paletteQuery({ organizationId: organization.id, project, q }),
    placeholderData: keepPreviousData,
  });
  const locales = useQuery({
    ...localesQuery(organization.id, project ?? ''),
    enabled: project !== undefined,
  });
  const organizations = useInfiniteQuery(organizationChoiceQuery(q));
  const found = palette.data;
  const sought = typed.trim();
  /** Returns the actions that match the text. Actions whose name begins with the text come first. */
  const matching = <One extends Action>(results: readonly One[]): One[] =>
    results
      .filter(({ label, note = '' }) => contains(label, sought) || contains(note, sought))
      .sort((a, b) => Number(startsWith(b.label, sought)) - Number(startsWith(a.label, sought)));
  // Until the service responds, the results of the previous search are filtered by the current text.
  const groups: readonly ResultGroup[] = [
    { id: 'here', results: matching(actions.here) },
    { id: 'pages', results: matching(actions.pages) },
    { id: 'projects', results: matching((found?.projects ?? []).map(go.toProject)) },
    { id: 'keys', results: matching((found?.keys ?? []).map(go.toKey)) },
    {
      id: 'locales',
      results: sought === '' ? [] : matching((locales.data ?? []).map(go.toLocale)),
    },
    { id: 'people', results: matching((found?.members ?? []).map(go.toPerson)) },
    { id: 'organizations', results: matching(rowsOf(organizations).map(go.toOrganization)) },
    { id: 'others', results: matching(actions.others) },
  ];
  const asked = [palette, organizations];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching:
      q !== sought ||
      asked.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
    error: palette.error ?? organizations.error ?? locales.error,
  };
}

/** Returns functions that turn results of the service into actions of the palette. */
function useWays({ slug: org }: Organization, open: string | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const inProject = { org, project: open ?? '' };
  return {
    toProject: ({ id, name, slug }: { id: string; name: string; slug: string }): Action => ({
      id: `project-${id}`,
      label: name,
      note: slug,
      run: () => void navigate({ to: '/o/$org/p/$project', params: { org, project: id } }),
    }),
    toKey: ({ id, name }: { id: string; name: string }): Action => ({
      id: `key-${id}`,
      label: name,
      run: () =>
        void navigate({ to: '/o/$org/p/$project/k/$keyId', params: { ...inProject, keyId: id } }),
    }),
    toLocale: ({ code, name }: { code: string; name: string }): Action => ({
      id: `locale-${code}`,
      label: name,
      note: code,
      run: () =>
        void navigate({
          to: '/o/$org/p/$project/editor',
          params: inProject,
          search: { l: code },
        }),
    }),
    /** In a project, selecting a person shows the changes of this person. */
    toPerson: ({ userId, name, email }: Person): Action => ({
      id: `person-${userId}`,
      label: open === undefined ? name : t('list.changesBy', { name }),
      note: email,
      run: () =>
        open === undefined
          ? void navigate({ to: '/o/$org/members', params: { org } })
          : void navigate({
              to: '/o/$org/p/$project/changes',
              params: inProject,
              search: { by: name },
            }),
    }),
    toOrganization: ({ id, name, note: slug = '' }: Choosable): Action => ({
      id: `organization-${id}`,
      label: name,
      note: slug,
      run: () => void navigate({ to: '/o/$org', params: { org: slug } }),
    }),
  };
}

interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}
