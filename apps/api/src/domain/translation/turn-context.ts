import type { Deps } from '../../deps.ts';
import type { Engine } from '../../providers/mt/engine.ts';
import { type Glossary, noGlossary, readGlossary } from '../glossary/open-glossary.ts';
import { type Memory, openMemory } from '../memory/memory.ts';
import { CHUNK_STRINGS } from './chunk-strings.ts';
import { createEngineLanes, type EngineLanes } from './engine-lanes.ts';
import { chooseEngines, refusalFor, startLoading } from './select-engines.ts';
import type { StringError } from './source-string.ts';
import { type ChunkPlace, findResult, type StoredResult } from './translation-chunk.store.ts';
import { findJobEngine, type JobRow, keepJobEngine, refOf } from './translation-job.store.ts';

/** Which engines a job asks for a locale. */
export interface LocaleEngines {
  readonly engines: readonly Engine[];
  /** Error of phrases if there are no engines. */
  readonly refusal: StringError;
  readonly chunksAtOnce: number;
}

/** In the background there is time; longer waits end the turn. */
export const PATIENCE = {
  callTimeoutMs: 5 * 60_000,
  maxWaitMs: 5_000,
  maxTries: 3,
  firstWaitMs: 500,
};
const MAX_CHUNKS_AT_ONCE = 12;
/** Interval at which a job that waits for a model looks for it. */
const MODEL_WAIT_MS = 3_000;
/** After so many chunks in which every engine failed, the rest of the turn does not ask again. */
const MAX_FAILED_CHUNKS = 3;

/** State that the chunks of one turn share. */
export class TurnContext {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'tasks' | 'engines' | 'payments' | 'log'>;
  readonly job: JobRow;
  readonly signal: AbortSignal;
  readonly memory: Memory | null;
  /** Delay before the next turn; 0 if nothing asks for one. */
  waitMs = 0;
  /** The reason if no engine has given a usable answer to any string of the job so far; ends the job. */
  unusable: StringError | null = null;
  readonly #engines = new Map<string, LocaleEngines>();
  readonly #lanes = new Map<string, EngineLanes>();
  readonly #glossaries = new Map<string, Promise<Glossary>>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #failed = new Map<string, number>();

  constructor(deps: TurnContext['deps'], job: JobRow, signal: AbortSignal) {
    this.deps = deps;
    this.job = job;
    this.signal = signal;
    const { memory } = job.options;
    const { organization_id: organizationId, project_id: homeProjectId } = job;
    this.memory = memory && openMemory(deps.db, { organizationId, homeProjectId, ...memory });
  }

  get isWaiting(): boolean {
    return this.waitMs > 0;
  }

  /** Ends the turn soon, so that the job goes on after this time. */
  waitFor(ms: number): void {
    this.waitMs = Math.max(this.waitMs, ms, 1);
  }

  /** The engines for a locale, the job's own first; null while a model that it needs is being loaded. */
  async enginesFor(localeTag: string): Promise<LocaleEngines | null> {
    const known = this.#engines.get(localeTag);
    if (known) return known;
    const { deps, job } = this;
    const { requestedEngine: requested, projectEngine: ofProject } = job.options;
    const wish = { requested, ofProject };
    const choice = await chooseEngines(deps.engines, wish, job.source_locale, localeTag);
    startLoading(deps, choice);
    const [first] = choice.ready;
    if (!first && choice.loadable.length > 0) {
      this.waitFor(MODEL_WAIT_MS);
      return null;
    }
    const engines = first ? await this.keepEngine(localeTag, choice.ready) : [];
    const found: LocaleEngines = {
      engines,
      refusal: refusalFor(choice),
      chunksAtOnce: chunksAtOnceFor(engines[0]),
    };
    this.#engines.set(localeTag, found);
    return found;
  }

  /** A job keeps the engine that it began a locale with; the others help out where that fails. */
  private async keepEngine(localeTag: string, ready: readonly Engine[]): Promise<Engine[]> {
    const ref = refOf(this.job);
    const keptId =
      (await findJobEngine(this.deps.db, ref, localeTag)) ??
      (await keepJobEngine(this.deps.db, ref, localeTag, ready[0]!.id));
    const kept = ready.find(({ id }) => id === keptId);
    return kept ? [kept, ...ready.filter((engine) => engine !== kept)] : [...ready];
  }

  glossaryFor(localeTag: string): Promise<Glossary> {
    const projectId = this.job.project_id;
    let glossary = this.#glossaries.get(localeTag);
    if (!glossary) {
      glossary =
        projectId === null
          ? Promise.resolve(noGlossary)
          : readGlossary(this.deps.db, projectId, localeTag);
      this.#glossaries.set(localeTag, glossary);
    }
    return glossary;
  }

  /** The chunks of a locale go to its engines together. */
  lanesFor(localeTag: string, glossary: Glossary): EngineLanes {
    let lanes = this.#lanes.get(localeTag);
    if (!lanes) {
      lanes = createEngineLanes({
        sourceLocale: this.job.source_locale,
        targetLocale: localeTag,
        note: null,
        formality: this.job.options.formality,
        allTerms: glossary.listAll,
        patience: PATIENCE,
        signal: this.signal,
      });
      this.#lanes.set(localeTag, lanes);
    }
    return lanes;
  }

  /** Remembers that a chunk is being worked on, for those that repeat its strings. */
  track(place: ChunkPlace, work: Promise<void>): Promise<void> {
    this.#running.set(keyOf(place), work);
    return work;
  }

  /** The result of an earlier string; null where it has none yet. */
  async resultOf(place: ChunkPlace, index: number): Promise<StoredResult | null> {
    // Whether that chunk failed is its own affair: its result tells.
    await this.#running.get(keyOf(place))?.catch(() => {});
    this.signal.throwIfAborted();
    return findResult(this.deps.db, refOf(this.job), place, index);
  }

  /** True if some locale's engines are not called any more in this turn. */
  get hasGivenUp(): boolean {
    return [...this.#failed.values()].some((count) => count >= MAX_FAILED_CHUNKS);
  }

  /** If every engine fails repeatedly, the turn does not call them for each string that is left. */
  noteOutcome(localeTag: string, failure: StringError | null): void {
    const count = failure ? (this.#failed.get(localeTag) ?? 0) + 1 : 0;
    this.#failed.set(localeTag, count);
    if (failure && this.#lanes.get(localeTag)?.hasGivenUp) this.unusable = failure;
    const known = this.#engines.get(localeTag);
    if (!known || !failure || count < MAX_FAILED_CHUNKS) return;
    this.#engines.set(localeTag, { ...known, engines: [], refusal: failure });
  }
}

/** Number of chunks that fill the engine's calls, and two more that are being prepared or stored meanwhile. */
function chunksAtOnceFor(engine: Engine | undefined): number {
  if (!engine) return 2;
  const { maxBatchSegments, maxConcurrentCalls } = engine.capabilities;
  const chunks = Math.ceil((maxBatchSegments * maxConcurrentCalls) / CHUNK_STRINGS);
  return Math.min(chunks + 2, MAX_CHUNKS_AT_ONCE);
}

const keyOf = ({ locale, chunk }: ChunkPlace): string => `${locale} ${chunk}`;
