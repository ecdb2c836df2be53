import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@parlance/config';
import type { HeldMarks } from './held-texts.ts';

export const LOCK_NAME = 'parlance.lock';

/** The state in which the files and a project last were. */
export interface LockedProject {
  /** Sync token. */
  at: string;
  /** Fingerprint of what `files` depends on besides the files; see `fingerprintOf`. */
  settings?: string;
  /** Hashes of the files that had exactly the texts of the project in that state, by path. */
  files?: Record<string, string>;
  /** Present if the files had the states of that state of the project, or have changed them since. */
  states?: true;
  /** See {@link HeldMarks}. */
  held?: Record<string, Record<string, string>>;
}

interface LockFile {
  version: 1;
  projects: Record<string, LockedProject>;
}

/** The state of the last sync, as far as it is known. */
export interface Lock {
  /** Empty if none is known; several if a merge of branches left them. */
  readonly tokens: readonly string[];
  readonly settings: string | null;
  readonly files: ReadonlyMap<string, string>;
  /** True if the states of texts are known, too. */
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
    // Without the marks of texts that were left out, no base is right.
    if (text.includes('"held": {')) return NOTHING;
    // The marks of a merge conflict: each side has a token.
    return { ...NOTHING, tokens: [...text.matchAll(TOKEN)].map(([, token]) => token!) };
  }
}

/** State that {@link withLock} notes. */
interface Noted {
  at: string;
  settings: string;
  files: ReadonlyMap<string, string>;
  hasStates: boolean;
  held: HeldMarks;
}

/** Returns the lock file with another state of a project; null if it has it already. */
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
