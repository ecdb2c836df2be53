import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { type ImportOutcome, importFile } from '../domain/import/import-file.ts';
import type { Principal } from '../domain/principal.ts';
import type { ProjectRow } from '../domain/project/project.store.ts';
import { importAndTranslate } from '../domain/translation/import-and-translate.ts';
import type { JobRow } from '../domain/translation/translation-job.store.ts';
import { importInputOf, importTranslationOf, type ReadImport } from './import-body.ts';
import { waitMsOf } from './prefer.ts';

/** How long an import waits for its translation if the request does not say: a small file comes back translated. */
const TRANSLATION_WAIT_SECONDS = 10;

/** What an import did; `job` is null if nothing is translated. */
export interface FinishedImport {
  readonly outcome: ImportOutcome;
  readonly job: JobRow | null;
}

/** Imports what a request holds, and has it translated if the request asks for that. */
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
  const input = importInputOf(project.id, read, request.ip);
  const translation = importTranslationOf(read);
  if (translation === null) return { outcome: await importFile(deps, principal, input), job: null };
  const waitMs = waitMsOf(request, TRANSLATION_WAIT_SECONDS);
  return importAndTranslate(deps, principal, input, translation, { waitMs, signal });
}
