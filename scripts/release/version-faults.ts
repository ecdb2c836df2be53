import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogPart } from './changelog-part.ts';

/** Versions that a release has in several places. */
function versionsIn(root: string): [place: string, version: string][] {
  const manifests = ['package.json', ...globSync('{packages,apps}/*/package.json', { cwd: root })];
  return manifests.map((path) => [
    path,
    JSON.parse(readFileSync(join(root, path), 'utf8')).version,
  ]);
}

/** Returns what keeps a tag from being released, one fault per line. Without a tag, the versions are only compared. */
export function versionFaults(root: string, tag: string | null): string[] {
  const versions = versionsIn(root);
  const wanted = tag === null ? versions[0]![1] : tag.replace(/^v/, '');
  const faults = versions
    .filter(([, version]) => version !== wanted)
    .map(([place, version]) => `${place} has the version ${version}, not ${wanted}.`);
  if (tag === null) return faults;
  if (!/^v\d+\.\d+\.\d+(-[\w.]+)?$/.test(tag)) faults.push(`${tag} is no tag such as v1.2.3.`);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (changelogPart(changelog, wanted) === null) {
    faults.push(`CHANGELOG.md has no part "## ${wanted}".`);
  }
  return faults;
}
