import type { Organization } from '@parlance/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFilter } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { organizationsQuery } from '../../features/organizations/organizations.queries.ts';
import { localesQuery } from '../../features/projects/projects.queries.ts';
import type { Search } from '../../ui/form/list-search.tsx';
import type { Action, Actions } from '../actions.ts';
import { paletteQuery } from './palette.queries.ts';
import type { PaletteScope } from './palette-scope.ts';

/** Something that the palette leads to. */
export interface Result extends Action {
  /** Tells things of the same name apart. */
  readonly note?: string;
}

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
  readonly results: readonly Result[];
}

/** Returns what matches a search, in groups: what can be done here first. Groups without a match are left out. */
export function useResults(
  { organization, project }: PaletteScope,
  { typed, q }: Search,
  actions: Actions,
): readonly ResultGroup[] {
  const { contains, startsWith } = useFilter({ sensitivity: 'base' });
  const go = useWays(organization, project);
  const { data: found } = useQuery({
    ...paletteQuery({ organizationId: organization.id, project, q }),
    placeholderData: keepPreviousData,
  });
  const { data: locales = [] } = useQuery({
    ...localesQuery(organization.id, project ?? ''),
    enabled: project !== undefined,
  });
  const { data: organizations } = useQuery(organizationsQuery);
  const sought = typed.trim();
  /** Those that match, with names that begin with what is sought first. */
  const matching = <One extends Result>(results: readonly One[]): One[] =>
    results
      .filter(({ label, note = '' }) => contains(label, sought) || contains(note, sought))
      .sort((a, b) => Number(startsWith(b.label, sought)) - Number(startsWith(a.label, sought)));
  // The results of an earlier search are shown until those of the next one are there: only what matches stays.
  const groups: readonly ResultGroup[] = [
    { id: 'here', results: matching(actions.here) },
    { id: 'pages', results: matching(actions.pages) },
    { id: 'projects', results: matching((found?.projects ?? []).map(go.toProject)) },
    { id: 'keys', results: matching((found?.keys ?? []).map(go.toKey)) },
    { id: 'locales', results: sought === '' ? [] : matching(locales.map(go.toLocale)) },
    { id: 'people', results: matching((found?.members ?? []).map(go.toPerson)) },
    {
      id: 'organizations',
      results: matching((organizations?.rows ?? []).map(go.toOrganization)),
    },
    { id: 'others', results: matching(actions.others) },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

/** Makes results of what the service returns. */
function useWays({ slug: org }: Organization, open: string | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const inProject = { org, project: open ?? '' };
  return {
    toProject: ({ id, name, slug }: { id: string; name: string; slug: string }): Result => ({
      id: `project-${id}`,
      label: name,
      note: slug,
      run: () => void navigate({ to: '/o/$org/p/$project', params: { org, project: id } }),
    }),
    toKey: ({ id, name }: { id: string; name: string }): Result => ({
      id: `key-${id}`,
      label: name,
      run: () =>
        void navigate({ to: '/o/$org/p/$project/k/$keyId', params: { ...inProject, keyId: id } }),
    }),
    toLocale: ({ code, name }: { code: string; name: string }): Result => ({
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
    /** In a project, a person leads to what they did there. */
    toPerson: ({ userId, name, email }: Person): Result => ({
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
    toOrganization: ({ id, name, slug }: Organization): Result => ({
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
