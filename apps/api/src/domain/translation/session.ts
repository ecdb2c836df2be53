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

/** Input of a job, as it was then. */
export interface JobOptions {
  messageFormat: MessageFormat;
  /** Named by the request, and by the project's settings. */
  requestedEngine: string | null;
  projectEngine: string | null;
  context: string | null;
  /** Null: the engine's default. Jobs from before there was one have none. */
  formality?: Formality | null;
  /** Which values of the project; jobs from before there was a choice have none, and are for the missing ones. */
  include?: readonly JobInclude[];
  /** Jobs from before they were recorded have none. */
  targetLocales?: readonly string[];
  /** Which projects' earlier translations it may use: null in `projectIds` is all; null is none. */
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
  /** True if strings wait for a busy engine. Defaults to false: their next engine is asked. */
  readonly canWait?: boolean;
  readonly signal: AbortSignal;
  /** Answers of the engines about the pair. Defaults to asking them. */
  readonly choice?: EngineChoice | undefined;
  /** Chooses among the engines; defaults to all that are ready, in their order. */
  readonly pickEngines?: (choice: EngineChoice) => readonly Engine[] | Promise<readonly Engine[]>;
  /** Maximum time of all searches for examples. Defaults to no limit. */
  readonly searchMs?: number;
}

/** State that the strings of a work share in one locale. */
export interface Session extends PrepareOptions, AnswererOptions {
  readonly choice: EngineChoice;
}

/** Opens the session of a work in one locale. @throws `validation_failed` */
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
