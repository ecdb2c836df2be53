import { useSuspenseQuery } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { localesQuery } from '../../features/projects/projects.queries.ts';
import type { ThreadFilter } from '../../features/questions/questions.queries.ts';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { withPage } from './with-page.ts';

const LazyQuestionsPage = lazyRouteComponent(
  () => import('../../features/questions/questions.page.tsx'),
  'QuestionsPage',
);

const questionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'questions',
  validateSearch: restrictSearch((search: Record<string, unknown>): ThreadFilter => {
    const { state, who, locale } = search;
    return {
      ...((state === 'resolved' || state === 'all') && { state }),
      ...((who === 'mine' || who === 'mentions' || who === 'queue') && { who }),
      ...(typeof locale === 'string' && locale !== '' && { locale }),
    };
  }),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(localesQuery(context.organization.id, params.project)),
  component: withPage(LazyQuestionsPage, function Questions() {
    const props = useProjectProps();
    const navigate = questionsRoute.useNavigate();
    const { data } = useSuspenseQuery(localesQuery(props.organizationId, props.projectId));
    return (
      <LazyQuestionsPage
        {...props}
        locales={data}
        filter={questionsRoute.useSearch()}
        onFilter={(search: ThreadFilter) => void navigate({ search, resetScroll: false })}
      />
    );
  }),
});

export const questionsRoutes = [questionsRoute] as const;
