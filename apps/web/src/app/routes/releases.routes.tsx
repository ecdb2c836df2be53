import { useSuspenseQuery } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { environmentsQuery } from '../../features/projects/projects.queries.ts';
import type { PublishAddress } from '../../features/releases/publish.page.tsx';
import { pendingQuery, releaseQuery } from '../../features/releases/releases.queries.ts';
import { projectRoute, useProjectProps } from './project.route.tsx';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const LazyReleasesPage = lazyRouteComponent(
  () => import('../../features/releases/releases.page.tsx'),
  'ReleasesPage',
);

const releasesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(environmentsQuery(context.organization.id, params.project)),
  component: function Releases() {
    const props = useProjectProps();
    const { data } = useSuspenseQuery(environmentsQuery(props.organizationId, props.projectId));
    return <LazyReleasesPage {...props} environments={data} />;
  },
});

const LazyReleasePage = lazyRouteComponent(
  () => import('../../features/releases/release.page.tsx'),
  'ReleasePage',
);

const releaseRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases/$releaseId',
  loader: ({ context: { queryClient: queries, organization }, params }) =>
    Promise.all([
      queries.ensureQueryData(releaseQuery(organization.id, params.project, params.releaseId)),
      queries.fetchQuery(environmentsQuery(organization.id, params.project)),
    ]),
  component: function ReleaseDetails() {
    const [release, environments] = releaseRoute.useLoaderData();
    const { projectId } = useProjectProps();
    return (
      <LazyReleasePage
        key={release.id}
        projectId={projectId}
        release={release}
        environments={environments}
      />
    );
  },
});

const LazyReleaseDiffPage = lazyRouteComponent(
  () => import('../../features/releases/release-diff.page.tsx'),
  'ReleaseDiffPage',
);

const releaseDiffRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases/$releaseId/diff',
  validateSearch: (search: Record<string, unknown>): { locale?: string; against?: string } => {
    const [locale, against] = [textOf(search.locale), textOf(search.against)];
    return {
      ...(locale !== undefined && { locale }),
      ...(against !== undefined && { against }),
    };
  },
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(
      releaseQuery(context.organization.id, params.project, params.releaseId),
    ),
  component: function ReleaseDiff() {
    const release = releaseDiffRoute.useLoaderData();
    const { locale = release.locales[0]?.code ?? '', against } = releaseDiffRoute.useSearch();
    return (
      <LazyReleaseDiffPage
        {...useProjectProps()}
        release={release}
        locale={locale}
        against={against}
      />
    );
  },
});

const LazyPublishPage = lazyRouteComponent(
  () => import('../../features/releases/publish.page.tsx'),
  'PublishPage',
);

const publishRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'environments/$env/publish',
  validateSearch: (search: Record<string, unknown>): PublishAddress => {
    const [from, locale] = [textOf(search.from), textOf(search.locale)];
    return { ...(from !== undefined && { from }), ...(locale !== undefined && { locale }) };
  },
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: async ({ context: { queryClient: queries, organization }, params, deps }) => {
    const ids = [organization.id, params.project] as const;
    const environments = await queries.fetchQuery(environmentsQuery(...ids));
    const environment = environments.find(({ slug }) => slug === params.env);
    if (!environment) throw notFound();
    const source =
      deps.from === undefined
        ? { pending: await queries.fetchQuery(pendingQuery(...ids, environment.id)) }
        : { release: await queries.ensureQueryData(releaseQuery(...ids, deps.from)) };
    return { environment, source };
  },
  component: function Publish() {
    const navigate = publishRoute.useNavigate();
    const { locale } = publishRoute.useSearch();
    return (
      <LazyPublishPage
        {...useProjectProps()}
        {...publishRoute.useLoaderData()}
        locale={locale}
        onPublished={(releaseId: string) =>
          void navigate({ to: '/o/$org/p/$project/releases/$releaseId', params: { releaseId } })
        }
      />
    );
  },
});

export const releasesRoutes = [
  releasesRoute,
  releaseRoute,
  releaseDiffRoute,
  publishRoute,
] as const;
