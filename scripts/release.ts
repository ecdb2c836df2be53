// The steps of a release, which .github/workflows/release.yml runs. Without arguments, a dry run of all of them.
//   check [tag]           compares the versions of the packages with each other and with the tag
//   publish [--dry-run]   publishes the SDK, the reader and the command line
//   notes <tag>           prints the part of the changelog
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { changelogPart } from './release/changelog-part.ts';
import { publishPackages } from './release/publish-packages.ts';
import { versionFaults } from './release/version-faults.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** The part of the changelog before a version has its number. */
const UNRELEASED = 'Unreleased';

const say = (line: string): void => console.log(line);
const [command, given] = process.argv.slice(2);
try {
  if (command === undefined) await tryRelease();
  else if (command === 'check') check(given ?? null);
  else if (command === 'publish') await publish(given === '--dry-run');
  else if (command === 'notes' && given !== undefined) say(notesOf(given.replace(/^v/, '')));
  else throw new Error(`There is no ${process.argv.slice(2).join(' ')}: check, publish or notes.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function tryRelease(): Promise<void> {
  check(null);
  await publish(true);
  const changelog = readFileSync(resolve(ROOT, 'CHANGELOG.md'), 'utf8');
  const [, newest = ''] = /^## (.+)$/m.exec(changelog) ?? [];
  say(`The notes of "${newest}" have ${notesOf(newest).length} characters.`);
  if (newest === UNRELEASED) say('Before a tag, this part gets the number of its version.');
}

function check(tag: string | null): void {
  const faults = versionFaults(ROOT, tag);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  say(tag === null ? 'All versions are the same.' : `All versions are those of ${tag}.`);
}

async function publish(isDryRun: boolean): Promise<void> {
  await publishPackages({ root: ROOT, repository: repositoryUrl(isDryRun), isDryRun, say });
}

/** The repository that the workflow runs in: npm compares it with that of the provenance. */
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
