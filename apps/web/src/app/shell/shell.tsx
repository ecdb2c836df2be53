import type { Organization } from '@parlance/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getRouteApi,
  Link,
  Outlet,
  useNavigate,
  useParams,
  useRouter,
} from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../features/auth/auth.queries.ts';
import { projectQuery } from '../../features/projects/projects.queries.ts';
import { mayDo } from '../../lib/person/role.ts';
import { applyTheme, storedTheme, THEMES } from '../../lib/person/theme.ts';
import { Menu } from '../../ui/dialog/menu.tsx';
import { useModule } from '../../ui/hooks/use-module.ts';
import { PlaceName } from '../../ui/page/place-name.ts';
import { Wordmark } from '../../ui/page/wordmark.tsx';
import type { Action } from '../actions.ts';
import { LoadingPage } from '../loading-page.tsx';
import { Palette } from '../palette/palette.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import css from './shell.module.css';
import { useActions } from './use-actions.ts';

const loadUnsent = () => import('../unsent.ts');

// Loaded on demand, because few people create an organization and the first page must not wait for this dialog.
const loadNew = () => import('../../features/organizations/new-organization.tsx');
const loadUnsaved = () => import('../unsaved-dialog.tsx');
const loadSignIn = () => import('../../features/auth/sign-in-again.tsx');

const LiveStatus = lazy(() => import('../live/live-status.tsx'));
const InboxLink = lazy(() => import('../inbox/inbox-link.tsx'));

const organizationRoute = getRouteApi('/o/$org');

/** The frame around the pages of an organization. */
export function Shell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const router = useRouter();
  const queries = useQueryClient();
  const { user, organization } = organizationRoute.useRouteContext();
  const { project } = useParams({ strict: false });
  const { data: opened } = useQuery({
    ...projectQuery(organization.id, project ?? ''),
    enabled: project !== undefined,
  });
  const [theme, setTheme] = useState(storedTheme);
  const [isCreating, setCreating] = useState(false);
  const creator = useModule(loadNew, isCreating);
  const [unsaved, setUnsaved] = useState(0);
  const asking = useModule(loadUnsaved, unsaved > 0);
  // Loaded before it is needed, because the server may have newer files by then.
  const again = useModule(loadSignIn, true);
  const org = organization.slug;
  const name = nameOf(organization, (of) => t('organizations.personal', { name: of }));

  const themes: Action[] = THEMES.map((one) => ({
    id: `theme-${one}`,
    label: t(`shell.theme.${one}`),
    run: () => {
      applyTheme(one);
      setTheme(one);
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
      void loadUnsent().then(async ({ countUnsent }) => {
        const count = await countUnsent(user.id);
        if (count > 0) setUnsaved(count);
        else await end();
      }),
  };
  const account: Action = {
    id: 'account',
    label: t('account.title'),
    run: () => void navigate({ to: '/o/$org/account', params: { org } }),
  };
  const inbox: Action = {
    id: 'inbox',
    label: t('inbox.title'),
    run: () => void navigate({ to: '/o/$org/inbox', params: { org } }),
  };
  const create: Action = {
    id: 'new-organization',
    label: t('organizations.new'),
    run: () => setCreating(true),
  };
  const newProject: Action | null = mayDo(organization.role, 'content')
    ? {
        id: 'new-project',
        label: t('projects.new'),
        run: () => void navigate({ to: '/o/$org/projects/new', params: { org } }),
      }
    : null;
  const actions = useActions({ organization, project, newProject }, [
    create,
    inbox,
    account,
    ...themes,
    leave,
  ]);

  return (
    <PlaceName value={opened?.name ?? organization.name}>
      <a href="#main" className={css.skip}>
        {t('shell.skip')}
      </a>
      <header className={css.header}>
        <Link to="/o/$org" params={{ org }} className={css.home}>
          <Wordmark />
        </Link>
        <Breadcrumb
          organization={organization}
          name={name}
          project={project === undefined ? null : { id: project, name: opened?.name ?? '…' }}
          create={create}
          newProject={newProject}
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
          <span className={css.inbox}>
            <Suspense fallback={null}>
              <InboxLink org={org} organizationId={organization.id} projectId={project} />
            </Suspense>
          </span>
          <Palette organization={organization} project={project} actions={actions} />
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
      <NavigationBar organization={organization} project={project} />
      {/* A loading part of a page hides only the page, and not the frame with its dialogs. */}
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
      </Suspense>
      {again && <again.SignInAgain user={user} />}
      {asking && (
        <asking.UnsavedDialog
          count={unsaved}
          onStay={() => setUnsaved(0)}
          onSignOut={() => {
            setUnsaved(0);
            void loadUnsent()
              .then(({ forgetUnsent }) => forgetUnsent(user.id))
              .then(end);
          }}
        />
      )}
      {creator && isCreating && (
        <creator.NewOrganization
          onClose={() => setCreating(false)}
          onCreated={async (slug) => {
            await queries.refetchQueries({ queryKey: ['organizations'] });
            await navigate({ to: '/o/$org', params: { org: slug } });
          }}
        />
      )}
    </PlaceName>
  );
}

/**
 * Returns the name of an organization. Marks a personal organization, because its name is the user's name, which
 * the header shows too.
 */
const nameOf = ({ name, personal, role }: Organization, mark: (name: string) => string): string =>
  // A member with another role sees the personal organization of another person, which is not marked.
  personal && role === 'owner' ? mark(name) : name;
