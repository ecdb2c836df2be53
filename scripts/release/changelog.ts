import { BUMPS, type Bump, type Changeset, largestBump } from './changesets.ts';

const HEADINGS: Readonly<Record<Bump, string>> = {
  major: 'Breaking changes',
  minor: 'New',
  patch: 'Fixed',
};

/** Returns the headings of the versions in a changelog, newest first. */
export const versionsIn = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!.trim());

/**
 * Returns the section of the changelog under a heading such as `## 0.1.0`, without the heading. Returns null if there
 * is none.
 */
export function changelogPart(changelog: string, heading: string): string | null {
  const lines = changelog.split('\n');
  const at = lines.findIndex((line) => line.startsWith('## ') && line.slice(3).trim() === heading);
  if (at === -1) return null;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return `${rest
    .slice(0, end === -1 ? rest.length : end)
    .join('\n')
    .trim()}\n`;
}

/** Returns the version after `current`. The first release keeps the initial version of the packages. */
export function nextVersion(
  current: string,
  changelog: string,
  changesets: readonly Changeset[],
): string {
  if (versionsIn(changelog).length === 0) return current;
  const bump = largestBump(changesets.flatMap(({ packages }) => Object.values(packages)));
  const [major = 0, minor = 0, patch = 0] = current.split('.').map((part) => Number(part));
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Returns the notes of a release. Each change is a list item below the heading of its size. */
export function notesOf(changesets: readonly Changeset[]): string {
  const parts = BUMPS.flatMap((bump) => {
    const items = changesets
      .filter(({ packages }) => largestBump(Object.values(packages)) === bump)
      .map(asItem);
    return items.length === 0 ? [] : [`### ${HEADINGS[bump]}\n\n${items.join('\n')}\n`];
  });
  return parts.join('\n');
}

/** Formats a change as a list item with its further lines indented. */
const asItem = ({ text }: Changeset): string => `- ${text.replaceAll(/\n(?=[^\n])/g, '\n  ')}`;

/** Returns the changelog with a section for the version above the sections of earlier versions. */
export function withVersion(changelog: string, version: string, notes: string): string {
  const at = changelog.search(/^## /m);
  const [intro, earlier] =
    at === -1 ? [changelog, ''] : [changelog.slice(0, at), changelog.slice(at)];
  return `${intro.trimEnd()}\n\n## ${version}\n\n${notes}${earlier === '' ? '' : `\n${earlier}`}`;
}
