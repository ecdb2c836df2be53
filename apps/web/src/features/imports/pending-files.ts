import type { FileFormatName } from '@parlance/contracts';
import { useSyncExternalStore } from 'react';
import { formatOfText, guessFormat, guessLocale } from '../../lib/locale/locale-file.ts';

/** A file whose changes the user has to review. It stays in this tab until the user applies or removes it. */
export interface PendingFile {
  readonly id: string;
  readonly name: string;
  readonly content: Blob;
  readonly format: FileFormatName;
  readonly locale: string;
}

const NONE: readonly PendingFile[] = [];
const files = new Map<string, readonly PendingFile[]>();
const listeners = new Set<() => void>();

/** Returns the files of a project that the user has to review, and renders the component again when they change. */
export function usePendingFiles(projectId: string): readonly PendingFile[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => files.get(projectId) ?? NONE,
  );
}

function update(
  projectId: string,
  change: (now: readonly PendingFile[]) => readonly PendingFile[],
): void {
  files.set(projectId, change(files.get(projectId) ?? NONE));
  for (const listener of listeners) listener();
}

/** Adds files to review. `locale` is the locale of files whose names contain none. */
export async function addFiles(
  projectId: string,
  added: readonly File[],
  locale: string,
): Promise<void> {
  const pending = await Promise.all(
    added.map(async (file) => ({
      id: crypto.randomUUID(),
      name: file.name,
      content: file,
      format: await guessFormat(file),
      locale: guessLocale(file.name) ?? locale,
    })),
  );
  update(projectId, (now) => [...now, ...pending]);
}

export function addText(projectId: string, name: string, text: string, locale: string): void {
  const id = crypto.randomUUID();
  const pasted = { id, name, content: new Blob([text]), format: formatOfText(text), locale };
  update(projectId, (now) => [...now, pasted]);
}

export function changeFile(
  projectId: string,
  id: string,
  change: Partial<Pick<PendingFile, 'format' | 'locale'>>,
): void {
  update(projectId, (now) => now.map((file) => (file.id === id ? { ...file, ...change } : file)));
}

export function removeFile(projectId: string, id: string): void {
  update(projectId, (now) => now.filter((file) => file.id !== id));
}
