import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

/** The sizes of a change, largest first. */
export const BUMPS = ['major', 'minor', 'patch'] as const;
export type Bump = (typeof BUMPS)[number];

/** A file that `npm run changeset` has written. */
export interface Changeset {
  readonly path: string;
  /** The changed packages, each with the size of its change. */
  readonly packages: Readonly<Record<string, Bump>>;
  readonly text: string;
}

/**
 * Reads the unreleased changes in the order of their names.
 * @throws for a malformed file
 */
export function readChangesets(root: string): Changeset[] {
  return globSync('.changeset/*.md', { cwd: root })
    .toSorted()
    .map((path) => {
      const [, head, text = ''] =
        /^---\n([\s\S]*?)^---\n([\s\S]*)$/m.exec(readFileSync(join(root, path), 'utf8')) ?? [];
      const packages = head === undefined ? null : load(head);
      if (!isBumps(packages)) throw new Error(`${path} names no packages as changesets do.`);
      if (text.trim() === '') throw new Error(`${path} says nothing about its change.`);
      return { path, packages, text: text.trim() };
    });
}

const isBumps = (value: unknown): value is Record<string, Bump> =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((bump) => BUMPS.includes(bump));

export const largestBump = (bumps: readonly Bump[]): Bump =>
  BUMPS.find((bump) => bumps.includes(bump)) ?? 'patch';
