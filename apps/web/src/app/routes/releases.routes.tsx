import { useSuspenseQuery } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, notFound, useNavigate } from '@tanstack/react-router';
import { environmentsQuery, localesQuery } from '../../features/projects/projects.queries.ts';
import { pendingQuery } from '../../features/releases/releases.queries.ts';
import { organizationRoute } from './organization.route.tsx';
import { projectRoute, useProjectProps } from './project.route.tsx';

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
    const { org } = organizationRoute.useParams();
    return <LazyReleasesPage {...props} org={org} environments={data} />;
  },
});

const LazyPublishPage = lazyRouteComponent(
  () => import('../../features/releases/publish.page.tsx'),
  'PublishPage',
);

const publishRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'environments/$environment/publish',
  loader: async ({ context: { queryClient, organization }, params }) => {
    const { project, environment: id } = params;
    const environments = await queryClient.ensureQueryData(
      environmentsQuery(organization.id, project),
    );
    const environment = environments.find((one) => one.id === id);
    if (!environment) throw notFound();
    const [locales] = await Promise.all([
      queryClient.ensureQueryData(localesQuery(organization.id, project)),
      queryClient.ensureQueryData(pendingQuery(organization.id, project, id)),
    ]);
    return { environment, locales };
  },
  component: function Publish() {
    const { org, project } = publishRoute.useParams();
    const navigate = useNavigate();
    return (
      <LazyPublishPage
        {...useProjectProps()}
        {...publishRoute.useLoaderData()}
        onPublished={() =>
          navigate({ to: '/o/$org/p/$project/releases', params: { org, project } })
        }
      />
    );
  },
});

/** Pages of one project that show and publish its releases. */
export const releasesRoutes = [releasesRoute, publishRoute] as const;
