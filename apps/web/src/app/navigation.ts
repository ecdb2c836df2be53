import type { Scope } from '@parlance/contracts/scopes';
import type { ParseKeys } from 'i18next';

/** A page of a project in the navigation. A feature adds its line here and its route in `routes/`. */
export interface NavigationEntry {
  readonly to:
    | '/o/$org/p/$project'
    | '/o/$org/p/$project/changes'
    | '/o/$org/p/$project/editor'
    | '/o/$org/p/$project/export'
    | '/o/$org/p/$project/glossary'
    | '/o/$org/p/$project/import'
    | '/o/$org/p/$project/jobs'
    | '/o/$org/p/$project/locales'
    | '/o/$org/p/$project/releases'
    | '/o/$org/p/$project/review'
    | '/o/$org/p/$project/settings';
  readonly label: ParseKeys;
}

export const PROJECT_PAGES: readonly NavigationEntry[] = [
  { to: '/o/$org/p/$project', label: 'overview.title' },
  { to: '/o/$org/p/$project/editor', label: 'shell.editor' },
  { to: '/o/$org/p/$project/review', label: 'review.title' },
  { to: '/o/$org/p/$project/locales', label: 'locales.title' },
  { to: '/o/$org/p/$project/glossary', label: 'glossary.title' },
  { to: '/o/$org/p/$project/jobs', label: 'jobs.title' },
  { to: '/o/$org/p/$project/import', label: 'imports.title' },
  { to: '/o/$org/p/$project/export', label: 'exports.title' },
  { to: '/o/$org/p/$project/releases', label: 'releases.title' },
  { to: '/o/$org/p/$project/changes', label: 'changes.title' },
  { to: '/o/$org/p/$project/settings', label: 'settings.title' },
];

/** Pages whose addresses do not begin with that of the page that leads to them. */
const PARENTS: Readonly<Record<string, string>> = {
  environments: 'releases',
  imports: 'import',
  k: 'editor',
};

/** True for a page of a project that another one leads to, such as a release: it is the way back. */
export function isPartOf(pathname: string, to: NavigationEntry['to']): boolean {
  const [, segment, deeper] = /\/p\/[^/]+\/([^/]+)(\/.)?/.exec(pathname) ?? [];
  if (segment === undefined || deeper === undefined) return false;
  return to.endsWith(`/${PARENTS[segment] ?? segment}`);
}

/** A page of an organization in the navigation: it is shown while no project is open. */
export const ORGANIZATION_PAGES: readonly {
  readonly to:
    | '/o/$org'
    | '/o/$org/members'
    | '/o/$org/keys'
    | '/o/$org/audit'
    | '/o/$org/settings'
    | '/o/$org/usage';
  readonly label: ParseKeys;
  /** Scope that the role of a member needs to see the page. */
  readonly scope?: Scope;
}[] = [
  { to: '/o/$org', label: 'projects.title' },
  { to: '/o/$org/members', label: 'members.title' },
  { to: '/o/$org/keys', label: 'keys.title' },
  { to: '/o/$org/usage', label: 'usage.title', scope: 'usage:read' },
  { to: '/o/$org/audit', label: 'audit.title', scope: 'admin:api-keys' },
  { to: '/o/$org/settings', label: 'settings.title' },
];
