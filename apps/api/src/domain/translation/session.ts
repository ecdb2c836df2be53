import type {
  Formality,
  JobInclude,
  MessageFormat,
  TranslationSettings,
} from '@parlance/contracts';
import { knownRuntimes } from '@parlance/messages';
import type { Deps } from '../../deps.ts';
import type { Engine } from '../../providers/mt/engine.ts';
import { noGlossary, openCodeShapes, type ReadCodeShapes, readGlossary } from '../content/index.ts';
import type { OwnerRef, ProjectRef } from '../kernel/index.ts';
import {
  chooseEngines,
  type EngineChoice,
  type EngineWish,
  effectiveSettings,
  NO_SETTINGS,
  type Patience,
  readTranslationSettings,
  refusalFor,
} from '../project/index.ts';
import { guidanceOf, hashSettings } from './guidance.ts';
import { openMemory } from './memory/memory.ts';
import { CallQueue } from './pipeline/call-queue.ts';
import type { AnswererOptions } from './pipeline/engine-answerer.ts';
import { openHints } from './pipeline/hints.ts';
import type { PrepareOptions } from './pipeline/prepare.ts';

export interface JobOptions extends EngineWish {
  messageFormat: MessageFormat;
  /**
   * Runtimes of the project. Null if it names none. Absent in jobs that were created by an earlier
   * version of the service.
   */
  runtimes?: readonly string[] | null;
  context: string | null;
  /**
   * Formality of the translation. Null for the engine's default. Absent in jobs that were created
   * by an earlier version of the service.
   */
  formality?: Formality | null;
  /**
   * Kinds of translated values: missing, outdated or both. Jobs that were created by an earlier
   * version of the service have no `include`, and translate missing values.
   */
  include?: readonly JobInclude[];
  /**
   * Target locales of the job. Absent in jobs that were created by an earlier version of the
   * service.
   */
  targetLocales?: readonly string[];
  /**
   * The translations that the job may reuse: translations of the projects `projectIds`, or of all
   * projects if `projectIds` is null. If `memory` is null, the job reuses no translations.
   */
  memory: { projectIds: readonly string[] | null } | null;
  /**
   * Shapes of code words in the project, learned at the first string that needed them. Absent until then. They are
   * stored, so that the result of a string does not depend on when its chunk is translated.
   */
  codeShapes?: readonly string[];
}

export const DEFAULT_INCLUDE: readonly JobInclude[] = ['missing'];

export const includeOf = ({ include = DEFAULT_INCLUDE }: JobOptions): readonly JobInclude[] =>
  include;

export interface TranslationWork {
  readonly organizationId: OwnerRef;
  readonly projectId: ProjectRef | null;
  readonly sourceLocale: string;
  readonly options: JobOptions;
}

export interface SessionOptions {
  readonly patience: Patience;
  /**
   * True to let strings wait for a busy engine. False to ask the next engine. Defaults to false.
   */
  readonly canWait?: boolean;
  readonly signal: AbortSignal;
  /** The engines for the language pair. If undefined, the service asks the engines. */
  readonly choice?: EngineChoice | undefined;
  /** Selects the engines to use. Defaults to all engines that can translate now. */
  readonly pickEngines?: (choice: EngineChoice) => readonly Engine[] | Promise<readonly Engine[]>;
  /** Returns the shapes of code words. By default, learns them from the project of the work. */
  readonly readCodeShapes?: ReadCodeShapes | undefined;
  /** Settings that replace the settings of the project for this translation. */
  readonly settings?: TranslationSettings | undefined;
  /** Maximum time in milliseconds of all searches for similar translations. Defaults to no limit. */
  readonly searchMs?: number;
}

export interface Session extends PrepareOptions, AnswererOptions {
  readonly choice: EngineChoice;
}

/**
 * Prepares the translation of strings into one locale.
 * @throws `validation_failed`
 */
export async function openSession(
  { db, engines: directory }: Pick<Deps, 'db' | 'engines'>,
  { organizationId, projectId, sourceLocale, options }: TranslationWork,
  targetLocale: string,
  { patience, canWait = false, signal, pickEngines, searchMs, ...given }: SessionOptions,
): Promise<Session> {
  const { messageFormat, formality } = options;
  const choice =
    given.choice ?? (await chooseEngines(directory, options, sourceLocale, targetLocale));
  const engines = pickEngines ? await pickEngines(choice) : choice.ready;
  const memory =
    options.memory &&
    openMemory(db, { organizationId, homeProjectId: projectId, ...options.memory });
  const glossary = projectId ? await readGlossary(db, projectId, targetLocale) : noGlossary;
  const settings = given.settings ?? (await settingsOf(db, projectId));
  const guided = guidanceOf(settings, { sourceLocale, targetLocale });
  const { guidance, reference } = guided;
  const runtimes = knownRuntimes(options.runtimes);
  const common = { sourceLocale, targetLocale, messageFormat, runtimes, memory };
  const describeTerm = glossary.describe;
  const calls = { sourceLocale, targetLocale, formality, guidance, describeTerm, signal };
  const settingsHashFor = (engineId: string): number | null => {
    const engine = directory.byId.get(engineId);
    return engine ? hashSettings(engine, guided, { formality }) : null;
  };
  return {
    ...common,
    ...calls,
    canWait,
    choice,
    engines,
    refusal: refusalFor(choice),
    findTerms: glossary.find,
    readCodeShapes: given.readCodeShapes ?? openCodeShapes(db, projectId, messageFormat),
    settingsHashFor,
    findHints: projectId ? openHints(db, { projectId, reference, searchMs, ...common }) : undefined,
    queue: new CallQueue({
      ...calls,
      patience,
      allTerms: glossary.listAll,
      share: organizationId,
    }),
    context: options.context,
  };
}

const settingsOf = async (
  db: Deps['db'],
  projectId: ProjectRef | null,
): Promise<TranslationSettings> =>
  projectId ? effectiveSettings(await readTranslationSettings(db, projectId)) : NO_SETTINGS;
