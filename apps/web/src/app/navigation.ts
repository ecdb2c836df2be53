import type { Scope } from '@parlance/contracts/scopes';
import type { ParseKeys } from 'i18next';
import type { Work } from '../lib/queue.queries.ts';
import type { IconName } from '../ui/page/icons.ts';

interface NavigationPage {
  readonly to: string;
  readonly label: ParseKeys;
  readonly icon: IconName;
  /** Kinds of work whose amount the navigation shows beside the page. */
  readonly work?: readonly Work[];
  /** Search parameters with which the page shows only this work. */
  readonly workSearch?: Readonly<Record<string, string>>;
}

/** Pages of a project by group. A feature adds an entry here and its route in `routes/`. */
const projectGroups = [
  {
    label: 'shell.groups.texts',
    pages: [
      { to: '/o/$org/p/$project', label: 'overview.title', icon: 'overview' },
      { to: '/o/$org/p/$project/editor', label: 'shell.editor', icon: 'editor' },
      {
        to: '/o/$org/p/$project/review',
        label: 'review.title',
        icon: 'review',
        work: ['proposals', 'toReview', 'outdated'],
      },
      {
        to: '/o/$org/p/$project/questions',
        label: 'questions.title',
        icon: 'questions',
        work: ['questions'],
        workSearch: { who: 'queue' },
      },
    ],
  },
  {
    label: 'shell.groups.languages',
    pages: [
      { to: '/o/$org/p/$project/locales', label: 'locales.title', icon: 'locales' },
      { to: '/o/$org/p/$project/glossary', label: 'glossary.title', icon: 'glossary' },
      { to: '/o/$org/p/$project/jobs', label: 'jobs.title', icon: 'jobs' },
    ],
  },
  {
    label: 'shell.groups.files',
    pages: [
      { to: '/o/$org/p/$project/import', label: 'imports.title', icon: 'import' },
      { to: '/o/$org/p/$project/export', label: 'exports.title', icon: 'export' },
      { to: '/o/$org/p/$project/releases', label: 'releases.title', icon: 'releases' },
    ],
  },
  {
    label: 'shell.groups.project',
    pages: [
      { to: '/o/$org/p/$project/changes', label: 'changes.title', icon: 'changes' },
      { to: '/o/$org/p/$project/settings', label: 'settings.title', icon: 'settings' },
    ],
  },
] as const satisfies readonly {
  readonly label: ParseKeys;
  readonly pages: readonly NavigationPage[];
}[];

/** A page of a project in the navigation. */
export interface NavigationEntry extends NavigationPage {
  readonly to: (typeof projectGroups)[number]['pages'][number]['to'];
}

/** The pages of a project, grouped by task. */
export const PROJECT_GROUPS: readonly {
  readonly label: ParseKeys;
  readonly pages: readonly NavigationEntry[];
}[] = projectGroups;

export const PROJECT_PAGES: readonly NavigationEntry[] = PROJECT_GROUPS.flatMap(
  ({ pages }) => pages,
);

/** Parent pages in the navigation, for pages whose path does not begin with the path of their parent page. */
const PARENTS: Readonly<Record<string, string>> = {
  environments: 'releases',
  imports: 'import',
  k: 'editor',
};

/**
 * True if a page belongs to an entry of the navigation. The page of a release, for example, belongs to the list of
 * releases. The navigation then highlights this entry.
 */
export function isPartOf(pathname: string, to: NavigationEntry['to']): boolean {
  const [, segment, deeper] = /\/p\/[^/]+\/([^/]+)(\/.)?/.exec(pathname) ?? [];
  if (segment === undefined || deeper === undefined) return false;
  return to.endsWith(`/${PARENTS[segment] ?? segment}`);
}

interface OrganizationPage extends NavigationPage {
  /** Scope that a user's role must have to see the page. */
  readonly scope?: Scope;
  /** True for a page that guests do not see. */
  readonly isForMembers?: true;
}

const organizationPages = [
  { to: '/o/$org', label: 'projects.title', icon: 'overview' },
  { to: '/o/$org/members', label: 'members.title', icon: 'members', isForMembers: true },
  { to: '/o/$org/keys', label: 'keys.title', icon: 'keys' },
  { to: '/o/$org/webhooks', label: 'webhooks.title', icon: 'webhooks', scope: 'admin:api-keys' },
  { to: '/o/$org/usage', label: 'usage.title', icon: 'usage', scope: 'usage:read' },
  { to: '/o/$org/audit', label: 'audit.title', icon: 'audit', scope: 'admin:api-keys' },
  { to: '/o/$org/settings', label: 'settings.title', icon: 'settings' },
] as const satisfies readonly OrganizationPage[];

/** A page of an organization in the navigation. The navigation shows these pages if no project is open. */
export interface OrganizationEntry extends OrganizationPage {
  readonly to: (typeof organizationPages)[number]['to'];
}

export const ORGANIZATION_PAGES: readonly OrganizationEntry[] = organizationPages;

/** Pages of an organization that are not in its navigation. */
const OTHERS: Readonly<Record<string, ParseKeys>> = {
  account: 'account.title',
  inbox: 'inbox.title',
  projects: 'projects.new',
};

interface NavigationPlace {
  readonly label: ParseKeys;
  /** The parent page. Absent for a page that the navigation lists. */
  readonly up?: NavigationEntry['to'];
}

/** Returns the name and the parent of a page for the breadcrumb, by the path of the page. */
export function placeOf(pathname: string): NavigationPlace | null {
  const [, ofProject, segment = ''] = /\/o\/[^/]+(\/p\/[^/]+)?(?:\/([^/]+))?/.exec(pathname) ?? [];
  if (ofProject === undefined) {
    const organizationPage = ORGANIZATION_PAGES.find(
      ({ to }) => to === `/o/$org${segment && `/${segment}`}`,
    );
    const label = organizationPage?.label ?? OTHERS[segment];
    return label === undefined ? null : { label };
  }
  const name = PARENTS[segment] ?? segment;
  const page = PROJECT_PAGES.find(({ to }) => to === `/o/$org/p/$project${name && `/${name}`}`);
  if (!page) return null;
  return { label: page.label, ...(isPartOf(pathname, page.to) && { up: page.to }) };
}
