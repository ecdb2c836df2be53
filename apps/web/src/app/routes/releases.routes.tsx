import type { Project } from '@parlance/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectQuery } from '../../features/projects/projects.queries.ts';
import type { PublishAddress } from '../../features/releases/publish.page.tsx';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { preloadEnvironments } from './environments.ts';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { deliveryOf } from './show-delivery.tsx';
import { useDenial } from './use-denial.tsx';
import { withPage } from './with-page.ts';

// The queries are part of the pages' code, so that the first page of the app does not wait for them.
const loadQueries = () => import('../../features/releases/releases.queries.ts');

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function useProject(): Project {
  const { organizationId, projectId } = useProjectProps();
  return useSuspenseQuery(projectQuery(organizationId, projectId)).data;
}

const LazyReleasesPage = lazyRouteComponent(
  () => import('../../features/releases/releases.page.tsx'),
  'ReleasesPage',
);

const releasesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases',
  loader: ({ context, params }) =>
    preloadEnvironments(context.queryClient, context.organization.id, params.project),
  component: withPage(LazyReleasesPage, function Releases() {
    const props = useProjectProps();
    const { organizationId, projectId } = props;
    const project = useProject();
    return (
      <LazyReleasesPage
        {...props}
        denial={useDenial('releases:write')}
        isStopped={project.deliveryStoppedAt !== null}
        deliveryOf={deliveryOf(organizationId, projectId)}
      />
    );
  }),
});

const LazyReleasePage = lazyRouteComponent(
  () => import('../../features/releases/release.page.tsx'),
  'ReleasePage',
);

const releaseRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases/$releaseId',
  loader: async ({ context: { queryClient: queries, organization }, params }) => {
    const { releaseQuery } = await loadQueries();
    await Promise.all([
      queries.ensureQueryData(releaseQuery(organization.id, params.project, params.releaseId)),
      preloadEnvironments(queries, organization.id, params.project),
    ]);
  },
  component: withPage(LazyReleasePage, function ReleaseDetails() {
    const props = useProjectProps();
    const { releaseId } = releaseRoute.useParams();
    const denial = useDenial('releases:write');
    const project = useProject();
    return (
      <LazyReleasePage
        key={releaseId}
        {...props}
        releaseId={releaseId}
        project={project}
        denial={denial}
      />
    );
  }),
});

const LazyReleaseDiffPage = lazyRouteComponent(
  () => import('../../features/releases/release-diff.page.tsx'),
  'ReleaseDiffPage',
);

const releaseDiffRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases/$releaseId/diff',
  validateSearch: restrictSearch(
    (search: Record<string, unknown>): { locale?: string; against?: string } => {
      const [locale, against] = [textOf(search.locale), textOf(search.against)];
      return {
        ...(locale !== undefined && { locale }),
        ...(against !== undefined && { against }),
      };
    },
  ),
  loader: async ({ context, params }) => {
    const { releaseQuery } = await loadQueries();
    return await context.queryClient.ensureQueryData(
      releaseQuery(context.organization.id, params.project, params.releaseId),
    );
  },
  component: withPage(LazyReleaseDiffPage, function ReleaseDiff() {
    const release = releaseDiffRoute.useLoaderData();
    const { locale, against } = releaseDiffRoute.useSearch();
    return (
      <LazyReleaseDiffPage
        {...useProjectProps()}
        release={release}
        sourceLocale={useProject().sourceLocale}
        locale={locale}
        against={against}
      />
    );
  }),
});

const LazyPublishPage = lazyRouteComponent(
  () => import('../../features/releases/publish.page.tsx'),
  'PublishPage',
);

const publishRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'environments/$env/publish',
  validateSearch: restrictSearch<PublishAddress>((search) => {
    const [from, locale] = [textOf(search.from), textOf(search.locale)];
    return { ...(from !== undefined && { from }), ...(locale !== undefined && { locale }) };
  }),
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: {
    // A person must not publish changes other than those on the page, so no earlier data is shown meanwhile.
    staleReloadMode: 'blocking',
    handler: async ({ context: { queryClient, organization }, params, deps: { from } }) => {
      const { loadPublish } = await import('./load-publish.ts');
      const { env, project } = params;
      return loadPublish(queryClient, [organization.id, project], { env, ...(from && { from }) });
    },
  },
  component: withPage(LazyPublishPage, function Publish() {
    const navigate = publishRoute.useNavigate();
    const { locale } = publishRoute.useSearch();
    return (
      <LazyPublishPage
        {...useProjectProps()}
        {...publishRoute.useLoaderData()}
        locale={locale}
        denial={useDenial('releases:write')}
        onPublished={(releaseId: string) =>
          void navigate({ to: '/o/$org/p/$project/releases/$releaseId', params: { releaseId } })
        }
      />
    );
  }),
});

export const releasesRoutes = [
  releasesRoute,
  releaseRoute,
  releaseDiffRoute,
  publishRoute,
] as const;
