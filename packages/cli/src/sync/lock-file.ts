import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';

export const LOCK_NAME = 'parlance.lock';

interface LockFile {
  version: 1;
  /** By project: the sync token of the state in which the files and the project last were. */
  projects: Record<string, { at: string }>;
}

const TOKEN = /"at": "(t1\.[\w-]+)"/g;

/** Tokens of a project, oldest first where a merge of branches left several. Empty if none is known. */
export function readTokens({ root }: Config, projectId: string): string[] {
  let text: string;
  try {
    text = readFileSync(join(root, LOCK_NAME), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    const { projects } = JSON.parse(text) as LockFile;
    const at = Object.hasOwn(projects, projectId) ? projects[projectId]!.at : undefined;
    return typeof at === 'string' ? [at] : [];
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    // The marks of a merge conflict: each side has a token.
    return [...text.matchAll(TOKEN)].map(([, token]) => token!);
  }
}

/** The lock file with another token of a project; null if it has it already. */
export function withToken({ root }: Config, projectId: string, token: string): string | null {
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
  const projects = { ...before.projects, [projectId]: { at: token } };
  const sorted = Object.fromEntries(Object.entries(projects).sort(([a], [b]) => (a < b ? -1 : 1)));
  const next = `${JSON.stringify({ version: 1, projects: sorted }, null, 2)}\n`;
  return next === text ? null : next;
}
