import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { importFile } from '../../domain/files/index.ts';
import type { Principal } from '../../domain/kernel/index.ts';
import type { ProjectRow } from '../../domain/project/index.ts';
import { type FinishedImport, importAndTranslate } from '../../domain/translation/index.ts';
import { importInputOf, importTranslationOf, type ReadImport } from './import-body.ts';
import { waitMsOf } from './prefer.ts';
import { readMerge } from './read-merge.ts';

/** Default time to wait for the translation, in seconds. It is enough for a small file. */
const TRANSLATION_WAIT_SECONDS = 10;

export async function runImport(
  {
    deps,
    principal,
    request,
    signal,
  }: { deps: Deps; principal: Principal; request: FastifyRequest; signal: AbortSignal },
  project: ProjectRow,
  read: ReadImport,
): Promise<FinishedImport> {
  const merge = await readMerge(deps.db, project.id, read);
  const input = { ...importInputOf(project.id, read, request.ip), merge };
  const translation = importTranslationOf(read);
  if (translation) {
    const waitMs = waitMsOf(request, TRANSLATION_WAIT_SECONDS);
    return importAndTranslate(deps, principal, input, translation, { waitMs, signal });
  }
  return { outcome: await importFile(deps, principal, input), job: null };
}
