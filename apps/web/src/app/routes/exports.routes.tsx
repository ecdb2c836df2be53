import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { localesQuery } from '../../features/projects/projects.queries.ts';
import { projectRoute, useProjectProps } from './project.route.tsx';
import { withPage } from './with-page.ts';

const LazyExportPage = lazyRouteComponent(
  () => import('../../features/exports/export.page.tsx'),
  'ExportPage',
);

const exportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'export',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(localesQuery(context.organization.id, params.project)),
  component: withPage(LazyExportPage, function Export() {
    return <LazyExportPage {...useProjectProps()} locales={exportRoute.useLoaderData()} />;
  }),
});

export const exportsRoutes = [exportRoute] as const;
