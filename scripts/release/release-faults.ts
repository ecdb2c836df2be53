import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogPart, versionsIn } from './changelog.ts';
import { type Changeset, readChangesets } from './changesets.ts';
import { manifestsOf, plannedRelease } from './prepare-release.ts';

/** Limit of GitHub for release notes. */
const MAX_NOTES_CHARACTERS = 125_000;
const NOTHING_IS_RELEASED =
  /\bunreleased\b|\bno (?:version|release) (?:is|was|has been) |\bnot (?:yet )?released\b/i;

/**
 * Returns the faults that prevent the release of a tag, one per line. Without a tag, returns the faults of the next
 * release.
 */
export function releaseFaults(root: string, tag: string | null): string[] {
  const planned = plannedRelease(root);
  if (tag === null) {
    return [
      ...versionFaults(root, versionOf(root, 'package.json')),
      ...packageNameFaults(root, planned.changesets),
      ...notesFaults(planned.changelog, planned.version, planned.changesets),
    ];
  }
  const version = tag.replace(/^v/, '');
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return [
    ...(/^v\d+\.\d+\.\d+(-[\w.]+)?$/.test(tag) ? [] : [`${tag} is no tag such as v1.2.3.`]),
    ...versionFaults(root, version),
    ...notesFaults(changelog, version, readChangesets(root)),
  ];
}

const versionOf = (root: string, manifest: string): string =>
  JSON.parse(readFileSync(join(root, manifest), 'utf8')).version;

function versionFaults(root: string, wanted: string): string[] {
  return manifestsOf(root)
    .map((path) => [path, versionOf(root, path)] as const)
    .filter(([, version]) => version !== wanted)
    .map(([path, version]) => `${path} has the version ${version}, not ${wanted}.`);
}

/**
 * Checks the names of packages. The command that adds changesets offers only existing packages, but a file can be
 * written by hand.
 */
function packageNameFaults(root: string, changesets: readonly Changeset[]): string[] {
  const known = new Set(
    manifestsOf(root).map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')).name),
  );
  return changesets.flatMap(({ path, packages }) =>
    Object.keys(packages)
      .filter((name) => !known.has(name))
      .map((name) => `${path} names ${name}, which the repository does not have.`),
  );
}

function notesFaults(
  changelog: string,
  version: string,
  changesets: readonly Changeset[],
): string[] {
  const notes = changelogPart(changelog, version);
  if (notes === null || notes.trim() === '') return [`CHANGELOG.md has no part "## ${version}".`];
  const faults = versionsIn(changelog)
    .filter((heading) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(heading))
    .map((heading) => `CHANGELOG.md has the part "## ${heading}", which is no version.`);
  const denial = notes.split('\n').find((line) => NOTHING_IS_RELEASED.test(line));
  if (denial !== undefined) faults.push(`The notes say that nothing is released: ${denial.trim()}`);
  if (notes.length > MAX_NOTES_CHARACTERS) {
    faults.push(`The notes have ${notes.length} characters; GitHub takes ${MAX_NOTES_CHARACTERS}.`);
  }
  const words = inOneLine(notes);
  const lacking = changesets.filter(({ text }) => !words.includes(inOneLine(text)));
  return [...faults, ...lacking.map(({ path }) => `The notes lack ${path}.`)];
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
