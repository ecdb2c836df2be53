import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@parlance/config';
import type { HeldMarks } from './held-texts.ts';

export const LOCK_NAME = 'parlance.lock';

export interface LockedProject {
  at: string;
  settings?: string;
  /** Hashes of the files that matched the project at the last sync, by path. */
  files?: Record<string, string>;
  states?: true;
  /** Marks of texts that the last pull did not write or remove. */
  held?: Record<string, Record<string, string>>;
}

interface LockFile {
  version: 1;
  projects: Record<string, LockedProject>;
}

/** State of the last sync, as the lock file contains it. */
export interface Lock {
  /**
   * Sync tokens of the last sync. A git merge can leave one token of each branch. Empty if there
   * was no sync.
   */
  readonly tokens: readonly string[];
  readonly settings: string | null;
  readonly files: ReadonlyMap<string, string>;
  /** True if the review states at the last sync are known. */
  readonly hasStates: boolean;
  readonly held: HeldMarks;
}

const TOKEN = /"at": "(t1\.[\w-]+)"/g;
const NOTHING: Lock = {
  tokens: [],
  settings: null,
  hasStates: false,
  files: new Map(),
  held: new Map(),
};

export function readLock({ root }: Config, projectId: string): Lock {
  let text: string;
  try {
    text = readFileSync(join(root, LOCK_NAME), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING;
    throw error;
  }
  try {
    const { projects } = JSON.parse(text) as LockFile;
    const locked = Object.hasOwn(projects, projectId) ? projects[projectId]! : undefined;
    if (typeof locked?.at !== 'string') return NOTHING;
    const { at, settings = null, files = {}, states = false, held = {} } = locked;
    return {
      tokens: [at],
      settings,
      hasStates: states,
      files: new Map(Object.entries(files)),
      held: new Map(
        Object.entries(held).map(([locale, marks]) => [locale, new Map(Object.entries(marks))]),
      ),
    };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    // A damaged lock file counts as empty if it contains marks of texts. Otherwise, its sync tokens
    // are still used.
    if (text.includes('"held": {')) return NOTHING;
    return { ...NOTHING, tokens: [...text.matchAll(TOKEN)].map(([, token]) => token!) };
  }
}

interface Noted {
  at: string;
  settings: string;
  files: ReadonlyMap<string, string>;
  hasStates: boolean;
  held: HeldMarks;
}

/** Returns the lock file with the new state of a project. Null if nothing in it changes. */
export function withLock(
  { root }: Config,
  projectId: string,
  { at, settings, files, hasStates, held }: Noted,
): string | null {
  let before: LockFile = { version: 1, projects: {} };
  let text = '';
  try {
    text = readFileSync(join(root, LOCK_NAME), 'utf8');
    const read = JSON.parse(text) as LockFile;
    if (typeof read.projects === 'object' && read.projects !== null) before = read;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing && !(error instanceof SyntaxError)) throw error;
  }
  const marks = [...held].flatMap(([locale, localeMarks]) =>
    localeMarks.size === 0 ? [] : [[locale, sorted(Object.fromEntries(localeMarks))] as const],
  );
  const locked: LockedProject = {
    at,
    ...(files.size > 0 && { settings, files: sorted(Object.fromEntries(files)) }),
    ...(hasStates && { states: true as const }),
    ...(marks.length > 0 && { held: sorted(Object.fromEntries(marks)) }),
  };
  const projects = sorted({ ...before.projects, [projectId]: locked });
  const next = `${JSON.stringify({ version: 1, projects }, null, 2)}\n`;
  return next === text ? null : next;
}

const sorted = <Value>(members: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
