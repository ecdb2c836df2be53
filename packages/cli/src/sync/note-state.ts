import { hashOfFile } from '../documents/documents.ts';
import type { FileWrite } from '../documents/write-files.ts';
import type { HeldMarks } from './held-texts.ts';
import { LOCK_NAME, withLock } from './lock-file.ts';
import type { Workspace } from './workspace.ts';

interface NotedState {
  /** Hashes of the files whose texts equal the project's texts, by path. */
  files: ReadonlyMap<string, string>;
  hasStates: boolean;
  held: HeldMarks;
}

/** Returns the lock file with the new state of the project. Null if nothing in it changes. */
export function noteState(
  { config, project, settings }: Workspace,
  at: string,
  { files, ...noted }: NotedState,
): FileWrite | null {
  const hashes = config.lock?.hashes === false ? new Map<string, string>() : files;
  const text = withLock(config, project.id, { at, settings, files: hashes, ...noted });
  if (text === null) return null;
  const hash = hashOfFile(config.root, LOCK_NAME);
  return { path: LOCK_NAME, bytes: Buffer.from(text), hash };
}

/** Returns the hashes of the files that match the project in all their locales. */
export function filesInStep(
  { documents, locales, inStep }: Workspace,
  isInStep: (locale: string) => boolean,
  written: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const files = new Map<string, string>();
  for (const { path, locale, hash } of documents) {
    const now = written.get(path) ?? hash;
    const noted = locale === null ? locales : [locale];
    const isLeftOut = locale !== null && !locales.includes(locale);
    const isNoted = isLeftOut ? inStep.get(path) === now : noted.every(isInStep);
    if (now !== null && isNoted) files.set(path, now);
  }
  return files;
}
