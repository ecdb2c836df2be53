import { useSuspenseQuery } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ChangeFilter } from '../../features/changes/changes.queries.ts';
import { localesQuery } from '../../features/projects/projects.queries.ts';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { useDenial } from './use-denial.tsx';
import { withPage } from './with-page.ts';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;

const KINDS = ['import', 'edit', 'bulk', 'job', 'revert'] as const;

const LazyChangesPage = lazyRouteComponent(
  () => import('../../features/changes/changes.page.tsx'),
  'ChangesPage',
);

const changesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'changes',
  validateSearch: restrictSearch((search: Record<string, unknown>): ChangeFilter => {
    const kind = KINDS.find((name) => name === search.kind);
    const [by, locale] = [textOf(search.by), textOf(search.locale)];
    const [from, to] = [dayOf(search.from), dayOf(search.to)];
    return {
      ...(kind && { kind }),
      ...(by && { by }),
      ...(locale && { locale }),
      ...(from && { from }),
      ...(to && { to }),
    };
  }),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(localesQuery(context.organization.id, params.project)),
  component: withPage(LazyChangesPage, function Changes() {
    const props = useProjectProps();
    const navigate = changesRoute.useNavigate();
    const { data } = useSuspenseQuery(localesQuery(props.organizationId, props.projectId));
    return (
      <LazyChangesPage
        {...props}
        locales={data}
        filter={changesRoute.useSearch()}
        onFilter={(search: ChangeFilter) => void navigate({ search, resetScroll: false })}
      />
    );
  }),
});

const LazyChangePage = lazyRouteComponent(
  () => import('../../features/changes/change.page.tsx'),
  'ChangePage',
);

const changeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'changes/$changeId',
  loader: async ({ context: { queryClient: queries, organization }, params }) => {
    const { changeQuery } = await import('../../features/changes/changes.queries.ts');
    await queries.ensureQueryData(changeQuery(organization.id, params.project, params.changeId));
  },
  component: withPage(LazyChangePage, function Change() {
    const { changeId } = changeRoute.useParams();
    return (
      <LazyChangePage
        key={changeId}
        {...useProjectProps()}
        changeId={changeId}
        denial={{ ofTexts: useDenial('translate'), ofKeys: useDenial('content') }}
      />
    );
  }),
});

export const changesRoutes = [changesRoute, changeRoute] as const;

const LazyRevertChange = lazyRouteComponent(
  () => import('../../features/changes/revert-change.tsx'),
  'RevertChange',
);

/** Loads the button of {@link useUndo} in advance. */
export const preloadUndo = (): Promise<void> | undefined => LazyRevertChange.preload?.();

/** Returns a function that renders the button for reverting a change. */
export function useUndo(): (changeId: string) => ReactNode {
  const props = useProjectProps();
  const isDenied = useDenial('content') !== null;
  return (changeId) => !isDenied && <LazyRevertChange {...props} changeId={changeId} />;
}
