import type { FolderImportOptions } from '@parlance/contracts';
import type { FastifyRequest } from 'fastify';
import {
  type ChosenFiles,
  chooseFiles,
  type FolderInput,
  readFiles,
  setWarnings,
} from '../../domain/files/index.ts';
import type { ProjectRow } from '../../domain/project/index.ts';
import { type FolderSchema, readFolderBody } from './folder-body.ts';

/**
 * Reads the files of a folder and the options of their import from a request.
 * @throws `content_invalid`, `validation_failed`, `limit_exceeded`
 */
export async function readFolder(
  project: ProjectRow,
  request: FastifyRequest,
  schema: FolderSchema,
): Promise<{ chosen: ChosenFiles; input: FolderInput }> {
  const { keySeparator, messageFormat } = project.settings;
  const { source_locale: sourceLocale } = project;
  const target = { keySeparator, sourceLocale };
  const { files: all, optionsPath, ...body } = await readFolderBody(request, schema);
  const options: FolderImportOptions = body.options;
  const isRuby = messageFormat === 'ruby';
  const chosen = await chooseFiles(all, options, { ...target, isRuby, optionsPath });
  const read = await readFiles(chosen.files, target, options);
  const input = {
    ...read,
    projectId: project.id,
    mode: options.mode ?? 'overwrite',
    dryRun: options.dryRun ?? false,
    prune: options.prune ?? false,
    keepTranslations: options.keepTranslations,
    skipsFaulty: options.onFault === 'skip',
    sourceLocale,
    setWarnings: setWarnings(chosen, sourceLocale),
    address: request.ip,
  };
  return { chosen, input };
}
