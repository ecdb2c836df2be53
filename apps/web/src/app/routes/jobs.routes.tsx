import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { localesQuery } from '../../features/projects/projects.queries.ts';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { mayDo, membershipIn } from '../../lib/person/role.ts';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { useMembership } from './use-membership.ts';
import { withPage } from './with-page.ts';

// The queries are part of the pages' code, so that the first page of the app does not wait for them.
const loadQueries = () => import('../../features/jobs/jobs.queries.ts');

const LazyJobsPage = lazyRouteComponent(
  () => import('../../features/jobs/jobs.page.tsx'),
  'JobsPage',
);

const jobsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'jobs',
  /** `l` contains the locale tags for a new job, separated by commas. */
  validateSearch: restrictSearch<{ l?: string }>(({ l }) => (typeof l === 'string' ? { l } : {})),
  loaderDeps: ({ search: { l } }) => ({ l }),
  loader: async ({ context: { queryClient: queries, organization }, params, deps: { l } }) => {
    const ids = [organization.id, params.project] as const;
    const { jobsQuery, prefetchNewJob } = await loadQueries();
    const [locales] = await Promise.all([
      queries.fetchQuery(localesQuery(...ids)),
      queries.ensureInfiniteQueryData(jobsQuery(...ids)),
    ]);
    // The form is above the list of jobs, which would move if the form grew later.
    if (mayDo(membershipIn(organization, params.project).role, 'translate:write')) {
      await prefetchNewJob(queries, ids, locales, l?.split(','));
    }
    return locales;
  },
  component: withPage(LazyJobsPage, function Jobs() {
    const navigate = jobsRoute.useNavigate();
    const { l } = jobsRoute.useSearch();
    return (
      <LazyJobsPage
        key={l}
        {...useProjectProps()}
        role={useMembership().role}
        locales={jobsRoute.useLoaderData()}
        chosen={l?.split(',')}
        onStarted={(jobId: string) =>
          void navigate({ to: '/o/$org/p/$project/jobs/$jobId', params: { jobId } })
        }
      />
    );
  }),
});

const LazyJobPage = lazyRouteComponent(() => import('../../features/jobs/job.page.tsx'), 'JobPage');

const jobRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'jobs/$jobId',
  loader: async ({ context, params }) => {
    const { jobQuery } = await loadQueries();
    await context.queryClient.ensureQueryData(
      jobQuery(context.organization.id, params.project, params.jobId),
    );
  },
  component: withPage(LazyJobPage, function Job() {
    const { jobId } = jobRoute.useParams();
    const { role } = useMembership();
    const props = { ...useProjectProps(), jobId, mayTranslate: mayDo(role, 'translate:write') };
    return <LazyJobPage key={jobId} {...props} />;
  }),
});

export const jobsRoutes = [jobsRoute, jobRoute] as const;
