import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@parlance/config';
import type { HeldMarks } from './held-texts.ts';

export const LOCK_NAME = 'parlance.lock';

/** The last common state of the files and a project. */
export interface LockedProject {
  /** Sync token of the state. */
  at: string;
  /** Fingerprint of settings on which `files` depends, see `fingerprintOf`. */
  settings?: string;
  /** Hashes by path of the files that had exactly the project's texts in that state. */
  files?: Record<string, string>;
  /** Present if the files had the project's states of texts too, or have changed them since. */
  states?: true;
  /** Marks of texts, see {@link HeldMarks}. */
  held?: Record<string, Record<string, string>>;
}

interface LockFile {
  version: 1;
  projects: Record<string, LockedProject>;
}

/** The known part of the last sync's state. */
export interface Lock {
  /** Sync tokens. Empty if none is known, and several after a merge of branches. */
  readonly tokens: readonly string[];
  readonly settings: string | null;
  readonly files: ReadonlyMap<string, string>;
  /** True if the states of texts are known too. */
  readonly hasStates: boolean;
  readonly held: HeldMarks;
}

const TOKEN = /"at": "(t1\.[\w-]+)"/g;
const NOTHING: Lock = {
  ...{ tokens: [], settings: null, hasStates: false },
  ...{ files: new Map(), held: new Map() },
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
      ...{ tokens: [at], settings, hasStates: states, files: new Map(Object.entries(files)) },
      held: new Map(
        Object.entries(held).map(([locale, marks]) => [locale, new Map(Object.entries(marks))]),
      ),
    };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    // The bases cannot be computed without the marks of texts, which such a file may have lost.
    if (text.includes('"held": {')) return NOTHING;
    // The file contains a merge conflict, in which each side has a token.
    return { ...NOTHING, tokens: [...text.matchAll(TOKEN)].map(([, token]) => token!) };
  }
}

/** State that {@link withLock} records. */
interface Noted {
  at: string;
  settings: string;
  files: ReadonlyMap<string, string>;
  hasStates: boolean;
  held: HeldMarks;
}

/** Returns the lock file with a new state of a project, or null if it is unchanged. */
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
  const marks = [...held].flatMap(([locale, own]) =>
    own.size === 0 ? [] : [[locale, sorted(Object.fromEntries(own))] as const],
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
