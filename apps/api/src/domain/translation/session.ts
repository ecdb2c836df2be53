import type { Formality, JobInclude, MessageFormat } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import type { Engine } from '../../providers/mt/engine.ts';
import { chooseEngines, type EngineChoice, refusalFor } from '../engine/choose-engines.ts';
import type { Patience } from '../engine/engine-calls.ts';
import { noGlossary, readGlossary } from '../glossary/open-glossary.ts';
import { openMemory } from '../memory/memory.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import { CallQueue } from './pipeline/call-queue.ts';
import type { AnswererOptions } from './pipeline/engine-answerer.ts';
import { openHints } from './pipeline/hints.ts';
import type { PrepareOptions } from './pipeline/prepare.ts';

/** Input of a job at the time of its creation. */
export interface JobOptions {
  messageFormat: MessageFormat;
  /** The engines named by the request and by the project's settings. */
  requestedEngine: string | null;
  projectEngine: string | null;
  context: string | null;
  /** Null for the engine's default. Absent in jobs that are older than the option. */
  formality?: Formality | null;
  /** The values of the project that are translated. Absent in older jobs, which are for missing values. */
  include?: readonly JobInclude[];
  /** Target locales of the job. Absent in jobs from before they were recorded. */
  targetLocales?: readonly string[];
  /**
   * Projects whose earlier translations the job may use. Null in `projectIds` stands for all projects, and null for
   * none.
   */
  memory: { projectIds: readonly string[] | null } | null;
}

/** Defaults of a job of a project. */
export const DEFAULT_INCLUDE: readonly JobInclude[] = ['missing'];

export const includeOf = ({ include = DEFAULT_INCLUDE }: JobOptions): readonly JobInclude[] =>
  include;

/** Input of a call, a job or an estimate, apart from its strings. */
export interface TranslationWork {
  readonly organizationId: OwnerRef;
  readonly projectId: ProjectRef | null;
  readonly sourceLocale: string;
  readonly options: JobOptions;
}

export interface SessionOptions {
  readonly patience: Patience;
  /** True if strings wait for a busy engine. By default, the next engine is asked. */
  readonly canWait?: boolean;
  readonly signal: AbortSignal;
  /** Answers of the engines about the pair. By default, the engines are asked. */
  readonly choice?: EngineChoice | undefined;
  /** Chooses among the engines. Defaults to all that are ready, in their order. */
  readonly pickEngines?: (choice: EngineChoice) => readonly Engine[] | Promise<readonly Engine[]>;
  /** Maximum time of all searches for examples. Defaults to no limit. */
  readonly searchMs?: number;
}

/** State that the strings of a piece of work share in one locale. */
export interface Session extends PrepareOptions, AnswererOptions {
  readonly choice: EngineChoice;
}

/** Opens the session of a piece of work in one locale. @throws `validation_failed` */
export async function openSession(
  { db, engines: directory }: Pick<Deps, 'db' | 'engines'>,
  { organizationId, projectId, sourceLocale, options }: TranslationWork,
  targetLocale: string,
  { patience, canWait = false, signal, pickEngines, searchMs, choice: known }: SessionOptions,
): Promise<Session> {
  const { messageFormat, formality } = options;
  const choice = known ?? (await chooseEngines(directory, options, sourceLocale, targetLocale));
  const engines = pickEngines ? await pickEngines(choice) : choice.ready;
  const memory =
    options.memory &&
    openMemory(db, { organizationId, homeProjectId: projectId, ...options.memory });
  const glossary = projectId ? await readGlossary(db, projectId, targetLocale) : noGlossary;
  const common = { sourceLocale, targetLocale, messageFormat, memory };
  const calls = { sourceLocale, targetLocale, formality, signal };
  return {
    ...common,
    ...calls,
    canWait,
    choice,
    engines,
    refusal: refusalFor(choice),
    findTerms: glossary.find,
    findHints: projectId ? openHints(db, { projectId, searchMs, ...common }) : undefined,
    queue: new CallQueue({ ...calls, patience, allTerms: glossary.listAll }),
    context: options.context,
  };
}
