import { createRouter } from '@tanstack/react-router';
import { BASE_PATH } from '../lib/address/site.ts';
import { ErrorPage, NotFoundPage } from './error-page.tsx';
import { LoadingPage } from './loading-page.tsx';
import { queryClient } from './query-client.ts';
import { accountRoutes } from './routes/account.routes.tsx';
import { changesRoutes } from './routes/changes.routes.tsx';
import { editorRoutes } from './routes/editor.routes.tsx';
import { exportsRoutes } from './routes/exports.routes.tsx';
import { glossaryRoutes } from './routes/glossary.routes.tsx';
import { importsRoutes } from './routes/imports.routes.tsx';
import { inboxRoutes } from './routes/inbox.routes.tsx';
import { jobsRoutes } from './routes/jobs.routes.tsx';
import { organizationRoute } from './routes/organization.route.tsx';
import { peopleRoutes } from './routes/people.routes.tsx';
import { projectRoute } from './routes/project.route.tsx';
import { projectRoutes, projectsRoutes } from './routes/projects.routes.tsx';
import { publicRoutes } from './routes/public.routes.tsx';
import { questionsRoutes } from './routes/questions.routes.tsx';
import { releasesRoutes } from './routes/releases.routes.tsx';
import { rootRoute } from './routes/root.route.tsx';
import { organizationSettingsRoute, projectSettingsRoute } from './routes/settings.routes.tsx';
import { usageRoutes } from './routes/usage.routes.tsx';

/** Each feature has a file with its routes in `routes/`, and a line here. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicRoutes,
    organizationRoute.addChildren([
      ...projectsRoutes,
      ...peopleRoutes,
      ...accountRoutes,
      ...inboxRoutes,
      ...usageRoutes,
      organizationSettingsRoute,
      projectRoute.addChildren([
        ...projectRoutes,
        ...editorRoutes,
        ...exportsRoutes,
        ...glossaryRoutes,
        ...importsRoutes,
        ...changesRoutes,
        ...jobsRoutes,
        ...questionsRoutes,
        ...releasesRoutes,
        projectSettingsRoute,
      ]),
    ]),
  ]),
  basepath: BASE_PATH || '/',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  // The frame of a page is shown at once, even if its data takes long to load.
  defaultPendingComponent: LoadingPage,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
