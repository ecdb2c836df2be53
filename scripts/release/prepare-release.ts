import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextVersion, notesOf, withVersion } from './changelog.ts';
import { readChangesets } from './changesets.ts';

/** The version fields of a manifest, or of an entry of the lock file. */
interface Versioned {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export const manifestsOf = (root: string): string[] => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders: string[] = workspaces;
  return [
    'package.json',
    ...folders.flatMap((folder) => globSync(`${folder}/package.json`, { cwd: root }).toSorted()),
  ];
};

/** Returns the version of the next release, the changelog with its section, and its changes. */
export function plannedRelease(root: string) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const current: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const changesets = readChangesets(root);
  if (changesets.length === 0) return { version: current, changelog, changesets };
  const version = nextVersion(current, changelog, changesets);
  return { version, changelog: withVersion(changelog, version, notesOf(changesets)), changesets };
}

/** Moves the changes of `.changeset` into the changelog, and sets the next version in every package. */
export function prepareRelease(root: string): string {
  const { version, changelog, changesets } = plannedRelease(root);
  if (changesets.length === 0) throw new Error('.changeset has nothing to release.');
  for (const path of manifestsOf(root)) {
    rewriteJson(join(root, path), (manifest: Versioned) => setVersion(manifest, version));
  }
  rewriteJson(join(root, 'package-lock.json'), (lock: LockFile) => {
    lock.version = version;
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (!path.includes('node_modules/')) setVersion(entry, version);
    }
  });
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  for (const { path } of changesets) rmSync(join(root, path));
  return version;
}

interface LockFile {
  version: string;
  packages: Record<string, Versioned>;
}

function setVersion(manifest: Versioned, version: string): void {
  manifest.version = version;
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(dependencies ?? {})) {
      if (name.startsWith('@parlance/')) dependencies![name] = version;
    }
  }
}

function rewriteJson<Content>(path: string, change: (content: Content) => void): void {
  const content: Content = JSON.parse(readFileSync(path, 'utf8'));
  change(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}
