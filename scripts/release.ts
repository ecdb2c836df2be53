// The steps of a release, which .github/workflows/release.yml runs. Without arguments, a dry run of all of them.
//   prepare               moves the changes of .changeset into the changelog and sets the version
//   check [tag]           compares the versions of the packages with the tag, and the notes with the changes
//   publish [--dry-run]   publishes the SDK, the reader and the command line
//   notes <tag>           prints the part of the changelog
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { changelogPart } from './release/changelog.ts';
import { plannedRelease, prepareRelease } from './release/prepare-release.ts';
import { publishPackages } from './release/publish-packages.ts';
import { releaseFaults } from './release/release-faults.ts';

const ROOT = resolve(import.meta.dirname, '..');

const say = (line: string): void => console.log(line);
const [command, given] = process.argv.slice(2);
try {
  if (command === undefined) await tryRelease();
  else if (command === 'prepare') say(`The next version is ${prepareRelease(ROOT)}.`);
  else if (command === 'check') check(given ?? null);
  else if (command === 'publish') await publish(given === '--dry-run');
  else if (command === 'notes' && given !== undefined) say(notesOf(given.replace(/^v/, '')));
  else
    throw new Error(
      `There is no ${process.argv.slice(2).join(' ')}: prepare, check, publish or notes.`,
    );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function tryRelease(): Promise<void> {
  check(null);
  await publish(true);
  const { version, changelog, changesets } = plannedRelease(ROOT);
  const { length } = changelogPart(changelog, version)!;
  say(`The notes of ${version} have ${length} characters, with ${changesets.length} new changes.`);
}

function check(tag: string | null): void {
  const faults = releaseFaults(ROOT, tag);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  say(`Versions and notes are those of ${tag ?? 'one release'}.`);
}

async function publish(isDryRun: boolean): Promise<void> {
  await publishPackages({ root: ROOT, repository: repositoryUrl(isDryRun), isDryRun, say });
}

/** Returns the repository that the workflow runs in. npm compares it with the repository of the provenance. */
function repositoryUrl(isDryRun: boolean): string {
  const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY } = process.env;
  if (GITHUB_REPOSITORY) return `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
  if (isDryRun) return 'git+https://github.com/example/parlance.git';
  throw new Error(
    'GITHUB_REPOSITORY is not set: packages are published by the workflow of a release.',
  );
}

function notesOf(heading: string): string {
  const part = changelogPart(readFileSync(resolve(ROOT, 'CHANGELOG.md'), 'utf8'), heading);
  if (part === null || part.trim() === '')
    throw new Error(`CHANGELOG.md has no part "## ${heading}".`);
  return part;
}
