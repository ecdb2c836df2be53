import { findNeeded } from '@parlance/config';
import type { Warning } from '@parlance/contracts';
import type { ChosenFiles } from './choose-files.ts';

/** Returns a warning for each file that the platform needs beside the files of a folder. */
export function setWarnings({ files, skipped }: ChosenFiles, sourceLocale: string): Warning[] {
  const paths = new Set([...files.map(({ path }) => path), ...skipped]);
  const exists = (path: string): boolean => paths.has(path);
  return findNeeded(files, { sourceLocale, exists }).map(({ file, message }) => ({
    path: '',
    file: file.path,
    code: 'fallback_missing',
    message,
  }));
}
