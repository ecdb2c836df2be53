import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { IMPORT_TABS, type ImportAddress } from '../../features/imports/import-address.ts';
import { projectQuery } from '../../features/projects/projects.queries.ts';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { preloadUndo, useUndo } from './changes.routes.tsx';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { useDenial } from './use-denial.tsx';
import { withPage } from './with-page.ts';

const LazyImportPage = lazyRouteComponent(
  () => import('../../features/imports/import.page.tsx'),
  'ImportPage',
);

const importRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'import',
  loader: ({ context, params }) => {
    void preloadUndo();
    return context.queryClient.ensureQueryData(
      projectQuery(context.organization.id, params.project),
    );
  },
  component: withPage(LazyImportPage, function Import() {
    const navigate = importRoute.useNavigate();
    const undo = useUndo();
    return (
      <LazyImportPage
        organizationId={useProjectProps().organizationId}
        project={importRoute.useLoaderData()}
        denial={useDenial('content')}
        undo={undo}
        onStaged={(importId: string) =>
          void navigate({ to: '/o/$org/p/$project/imports/$importId', params: { importId } })
        }
      />
    );
  }),
});

const LazyStagedImportPage = lazyRouteComponent(
  () => import('../../features/imports/staged-import.page.tsx'),
  'StagedImportPage',
);

const stagedImportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'imports/$importId',
  validateSearch: restrictSearch(({ tab, q }: Record<string, unknown>): ImportAddress => {
    const knownTab = IMPORT_TABS.find((name) => name === tab);
    return { ...(knownTab && { tab: knownTab }), ...(q !== undefined && { q: String(q) }) };
  }),
  loader: async ({ context, params }) => {
    // The query is part of the page's code, so that the first page of the app does not wait for it.
    const { stagedImportQuery } = await import('../../features/imports/imports.queries.ts');
    await Promise.all([
      preloadUndo(),
      context.queryClient.ensureQueryData(
        stagedImportQuery(context.organization.id, params.project, params.importId),
      ),
    ]);
  },
  component: withPage(LazyStagedImportPage, function StagedImport() {
    const navigate = stagedImportRoute.useNavigate();
    const undo = useUndo();
    const { importId } = stagedImportRoute.useParams();
    return (
      <LazyStagedImportPage
        key={importId}
        {...useProjectProps()}
        importId={importId}
        address={stagedImportRoute.useSearch()}
        onSearch={(q: string) =>
          // Takes the current tab from the address, because the page may still show the previous tab.
          void navigate({
            search: ({ tab }) => ({ ...(tab && { tab }), ...(q !== '' && { q }) }),
            replace: true,
            resetScroll: false,
          })
        }
        undo={undo}
        denial={useDenial('content')}
        onDiscarded={() => void navigate({ to: '/o/$org/p/$project/import' })}
      />
    );
  }),
});

export const importsRoutes = [importRoute, stagedImportRoute] as const;
