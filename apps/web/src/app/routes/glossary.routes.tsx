import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { localesQuery } from '../../features/projects/projects.queries.ts';
import { mayDo } from '../../lib/person/role.ts';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { useMembership } from './use-membership.ts';
import { withPage } from './with-page.ts';

const LazyGlossaryPage = lazyRouteComponent(
  () => import('../../features/glossary/glossary.page.tsx'),
  'GlossaryPage',
);

const glossaryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'glossary',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(localesQuery(context.organization.id, params.project)),
  component: withPage(LazyGlossaryPage, function Glossary() {
    const { role } = useMembership();
    const props = useProjectProps();
    return (
      <LazyGlossaryPage
        key={props.projectId}
        {...props}
        locales={glossaryRoute.useLoaderData()}
        mayWrite={mayDo(role, 'content')}
      />
    );
  }),
});

export const glossaryRoutes = [glossaryRoute] as const;
