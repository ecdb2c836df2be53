import type { Organization } from '@parlance/contracts';
import { useQueryClient } from '@tanstack/react-query';
import {
  getRouteApi,
  Link,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useRouter,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../features/auth/auth.queries.ts';
import { SignInAgain } from '../features/auth/sign-in-again.tsx';
import { pageActions } from '../lib/page-actions.ts';
import { mayDo } from '../lib/role.ts';
import { applyTheme, storedTheme, THEMES } from '../lib/theme.ts';
import { Menu } from '../ui/menu.tsx';
import { useModule } from '../ui/use-module.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import type { Action } from './actions.ts';
import { isPartOf, ORGANIZATION_PAGES, PROJECT_PAGES } from './navigation.ts';
import { Palette } from './palette.tsx';
import css from './shell.module.css';

/** The drafts of the editor that are in this browser. */
const listDrafts = async (userId: string) =>
  await (await import('../features/editor/drafts/browser-drafts.ts')).listDrafts(userId);
const forgetDrafts = async (userId: string) =>
  await (await import('../features/editor/drafts/browser-drafts.ts')).forgetDrafts(userId);

// The first page does not wait for what few people open.
const loadNew = () => import('../features/organizations/new-organization.tsx');
const loadFinder = () => import('../features/organizations/find-organization.tsx');
const loadUnsaved = () => import('./unsaved-dialog.tsx');

const LiveStatus = lazy(() => import('./live/live-status.tsx'));

const organizationRoute = getRouteApi('/o/$org');

/** The frame around the pages of an organization. */
export function Shell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const router = useRouter();
  const queries = useQueryClient();
  const { user, organization, organizations, hasMore } = organizationRoute.useRouteContext();
  const { project } = useParams({ strict: false });
  const pathname = useLocation({ select: (location) => location.pathname });
  const onPage = useSyncExternalStore(pageActions.subscribe, pageActions.get);
  const [theme, setTheme] = useState(storedTheme);
  const [dialog, setDialog] = useState<'new' | 'find' | null>(null);
  const creator = useModule(loadNew, dialog === 'new');
  const finder = useModule(loadFinder, dialog === 'find');
  const [unsaved, setUnsaved] = useState(0);
  const asking = useModule(loadUnsaved, unsaved > 0);
  const org = organization.slug;

  const open = (slug: string) => void navigate({ to: '/o/$org', params: { org: slug } });
  /** A personal organization is marked: its name is that of the user, which the header shows as well. */
  const nameOf = ({ name, personal, role }: Organization) =>
    // To a guest, it is the organization of somebody else.
    personal && role === 'owner' ? t('organizations.personal', { name }) : name;
  const switches: Action[] = organizations.map((one) => ({
    id: `organization-${one.id}`,
    label: nameOf(one),
    run: () => open(one.slug),
  }));
  const others: Action[] = [
    ...(hasMore
      ? [{ id: 'find', label: t('organizations.find'), run: () => setDialog('find') }]
      : []),
    { id: 'new-organization', label: t('organizations.new'), run: () => setDialog('new') },
  ];
  const themes: Action[] = THEMES.map((name) => ({
    id: `theme-${name}`,
    label: t(`shell.theme.${name}`),
    run: () => {
      applyTheme(name);
      setTheme(name);
    },
  }));
  const end = async () => {
    await signOut();
    queries.clear();
    await router.invalidate();
    await navigate({ to: '/sign-in' });
  };
  const leave: Action = {
    id: 'sign-out',
    label: t('auth.signOut'),
    run: () =>
      void listDrafts(user.id).then(async ({ length }) => {
        if (length > 0) setUnsaved(length);
        else await end();
      }),
  };
  // On a phone, the page that is shown can be beyond the edge of the navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a project has another navigation.
  useEffect(() => {
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [project]);
  const ownPages = ORGANIZATION_PAGES.filter(
    ({ scope }) => scope === undefined || mayDo(organization.role, scope),
  );
  const account: Action = {
    id: 'account',
    label: t('account.title'),
    run: () => void navigate({ to: '/o/$org/account', params: { org } }),
  };
  const pages: Action[] = [
    ...ownPages.map(({ to, label }) => ({
      id: to,
      label: t(label),
      run: () => void navigate({ to, params: { org } }),
    })),
    {
      id: 'new-project',
      label: t('projects.new'),
      run: () => void navigate({ to: '/o/$org/projects/new', params: { org } }),
    },
    ...(project === undefined
      ? []
      : PROJECT_PAGES.map(({ to, label }) => ({
          id: to,
          label: t(label),
          run: () => void navigate({ to, params: { org, project } }),
        }))),
  ];

  return (
    <>
      <a href="#main" className={css.skip}>
        {t('shell.skip')}
      </a>
      <header className={css.header}>
        <Link to="/o/$org" params={{ org }} className={css.home}>
          <Wordmark />
        </Link>
        <Menu
          label={<span dir="auto">{nameOf(organization)}</span>}
          name={t('shell.organization', { name: nameOf(organization) })}
          entries={[
            ...switches.map((entry) => ({
              ...entry,
              isCurrent: entry.id === `organization-${organization.id}`,
            })),
            ...others,
          ]}
        />
        <div className={css.end}>
          {project !== undefined && (
            <Suspense fallback={null}>
              <LiveStatus
                key={project}
                org={org}
                organizationId={organization.id}
                projectId={project}
              />
            </Suspense>
          )}
          <Palette
            actions={[...onPage, ...pages, ...switches, ...others, account, ...themes, leave]}
          />
          <Menu
            label={<span dir="auto">{user.name}</span>}
            name={t('shell.account', { name: user.name })}
            entries={[
              account,
              ...themes.map((entry) => ({ ...entry, isCurrent: entry.id === `theme-${theme}` })),
              leave,
            ]}
          />
        </div>
      </header>
      {project === undefined ? (
        <nav className={css.nav} aria-label={t('organizations.pages')}>
          {ownPages.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              params={{ org }}
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {t(label)}
            </Link>
          ))}
        </nav>
      ) : (
        <nav className={css.nav} aria-label={t('shell.main')}>
          {PROJECT_PAGES.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              params={{ org, project }}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={isPartOf(pathname, to) || undefined}
            >
              {t(label)}
            </Link>
          ))}
        </nav>
      )}
      {/* A part of a page that is still loading hides the page, and not the frame with its dialogs. */}
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <SignInAgain user={user} />
      {asking && (
        <asking.UnsavedDialog
          count={unsaved}
          onStay={() => setUnsaved(0)}
          onSignOut={() => {
            setUnsaved(0);
            void forgetDrafts(user.id).then(end);
          }}
        />
      )}
      {creator && dialog === 'new' && (
        <creator.NewOrganization
          onClose={() => setDialog(null)}
          onCreated={async (slug) => {
            await queries.refetchQueries({ queryKey: ['organizations'] });
            open(slug);
          }}
        />
      )}
      {finder && dialog === 'find' && (
        <finder.FindOrganization onClose={() => setDialog(null)} onFound={open} />
      )}
    </>
  );
}
