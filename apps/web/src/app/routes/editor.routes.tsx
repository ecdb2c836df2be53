import type { QueryClient } from '@tanstack/react-query';
import {
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { useState } from 'react';
import { EDITOR_VIEWS, type EditorAddress } from '../../features/editor/editor-address.ts';
import { localesQuery, projectQuery } from '../../features/projects/projects.queries.ts';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { SITE_URL } from '../../lib/address/site.ts';
import { mayDo } from '../../lib/person/role.ts';
import { organizationRoute } from './organization.route.tsx';
import { isId, projectRoute, useProjectProps } from './project.route.tsx';
import { useMembership } from './use-membership.ts';
import { withPage } from './with-page.ts';

const LazyEditorPage = lazyRouteComponent(
  () => import('../../features/editor/editor.page.tsx'),
  'EditorPage',
);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const loadProject = ({
  context: { queryClient: queries, organization },
  params: { project },
}: {
  context: { queryClient: QueryClient; organization: { id: string } };
  params: { project: string };
}) =>
  Promise.all([
    queries.ensureQueryData(projectQuery(organization.id, project)),
    queries.ensureQueryData(localesQuery(organization.id, project)),
  ]);

const editorRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'editor',
  validateSearch: restrictSearch((search: Record<string, unknown>): EditorAddress => {
    const [l, q, key] = [textOf(search.l), textOf(search.q), textOf(search.key)];
    const thread = textOf(search.thread);
    const view = EDITOR_VIEWS.find((name) => name === search.view);
    return {
      ...(l !== undefined && { l }),
      ...(q !== undefined && { q }),
      ...(key !== undefined && { key }),
      ...(thread !== undefined && { thread }),
      ...(view !== undefined && { view }),
    };
  }),
  loader: loadProject,
  component: withPage(LazyEditorPage, function Editor() {
    const { organizationId } = useProjectProps();
    const { user } = organizationRoute.useRouteContext();
    const { role, localeCodes } = useMembership();
    const { organization } = organizationRoute.useRouteContext();
    const { org } = organizationRoute.useParams();
    const [project, locales] = editorRoute.useLoaderData();
    const navigate = editorRoute.useNavigate();
    const address = editorRoute.useSearch();
    const { l } = address;
    const router = useRouter();
    const [editorPath] = useState(router.latestLocation.pathname);
    return (
      <LazyEditorPage
        key={project.id}
        organizationId={organizationId}
        userId={user.id}
        mayWrite={mayDo(role, 'translate')}
        mayPropose={mayDo(role, 'propose')}
        mayEditKeys={mayDo(role, 'content')}
        mayModerate={mayDo(organization.role, 'admin:api-keys')}
        ownLocales={localeCodes}
        project={project}
        locales={locales}
        address={address}
        latestQuery={() => textOf(router.latestLocation.search.q) ?? ''}
        onAddress={(search, { replace }) => {
          // The address is updated with a delay. By then, another page may be loading, whose address must stay.
          if (router.latestLocation.pathname !== editorPath) return;
          void navigate({ search, replace, resetScroll: false });
        }}
        onProject={(id: string, search: EditorAddress) =>
          void navigate({ to: '/o/$org/p/$project/editor', params: { org, project: id }, search })
        }
        linkOf={(keyId: string) =>
          `${SITE_URL}/o/${org}/p/${project.id}/k/${keyId}${l === undefined ? '' : `?l=${encodeURIComponent(l)}`}`
        }
      />
    );
  }),
});

/** The address of a key, which opens the editor at that key. */
const keyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'k/$keyId',
  validateSearch: restrictSearch(
    (search: Record<string, unknown>): Pick<EditorAddress, 'l' | 'thread'> => {
      const [l, thread] = [textOf(search.l), textOf(search.thread)];
      return { ...(l !== undefined && { l }), ...(thread !== undefined && { thread }) };
    },
  ),
  beforeLoad: async ({ context, params: { org, project, keyId }, search }) => {
    if (!isId(keyId)) throw notFound();
    const { findRow } = await import('../../features/editor/editor.queries.ts');
    const locales = await context.queryClient.ensureQueryData(
      localesQuery(context.organization.id, project),
    );
    const source = locales.find(({ isSource }) => isSource)!.code;
    const row = await findRow(
      { organizationId: context.organization.id, projectId: project, locales: [source] },
      { keyId },
    );
    if (!row) throw notFound();
    throw redirect({
      to: '/o/$org/p/$project/editor',
      params: { org, project },
      search: { ...search, key: row.keyId },
      replace: true,
    });
  },
});

const LazyReviewPage = lazyRouteComponent(
  () => import('../../features/editor/review/review.page.tsx'),
  'ReviewPage',
);

const reviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'review',
  loader: loadProject,
  component: withPage(LazyReviewPage, function Review() {
    const [project, locales] = reviewRoute.useLoaderData();
    const { requireReview } = project.settings;
    const { localeCodes: ownLocales } = useMembership();
    const reviewable = locales.filter(
      ({ code }) => ownLocales === null || ownLocales.includes(code),
    );
    return (
      <LazyReviewPage {...useProjectProps()} locales={reviewable} requireReview={requireReview} />
    );
  }),
});

export const editorRoutes = [editorRoute, keyRoute, reviewRoute] as const;
