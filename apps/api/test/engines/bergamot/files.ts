/** Writes generated models to disk, and observes processes from outside. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SLOWNESS } from '../../../../../scripts/slowness.ts';
import { isErrno } from '../../../src/lib/files.ts';
import type { ModelPaths } from '../../../src/providers/mt/bergamot/protocol.ts';
import { type ModelOptions, makeModel } from './model.ts';

/** Writes the files of a generated model into a new folder. */
export async function writeModelFiles(
  dir: string,
  dictionary: Readonly<Record<string, string>>,
  options: ModelOptions & { from?: string; to?: string } = {},
): Promise<ModelPaths> {
  const { from = 'en', to = 'es' } = options;
  const { model, vocabularies } = makeModel(dictionary, options);
  const modelPath = join(dir, 'model.bin');
  const vocabularyPaths = vocabularies.map((_, index) => join(dir, `vocab${index}.spm`));
  await mkdir(dir, { recursive: true });
  await writeFile(modelPath, model);
  for (const [index, path] of vocabularyPaths.entries())
    await writeFile(path, vocabularies[index]!);
  return { from, to, modelPath, vocabularyPaths };
}

/** True if a process has ended, even if its parent has not yet reaped it. */
export async function isProcessGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return true;
    throw error;
  }
  if (process.platform !== 'linux') return false;
  try {
    // proc_pid_stat(5): the state follows the name in parentheses; Z is a zombie, X is dead.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return /[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2).charAt(0));
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ESRCH')) return true;
    throw error;
  }
}

/** Waits until `isDone` returns true. Returns false after the timeout. */
export async function waitUntil(
  isDone: () => boolean | Promise<boolean>,
  deadlineMs: number,
): Promise<boolean> {
  const startedAt = performance.now();
  while (!(await isDone())) {
    if (performance.now() - startedAt > deadlineMs * SLOWNESS) return false;
    await sleep(20);
  }
  return true;
}
