import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { raceAbort } from '../../race-abort.ts';
import {
  type BatchItem,
  type CrashCount,
  splitIntoBatches,
  translateIsolating,
} from './bergamot/batches.ts';
import { ChildFailure } from './bergamot/child-handle.ts';
import { describeUnusable, fromChildFailure, fromModelError } from './bergamot/engine-errors.ts';
import { FailureMemory } from './bergamot/failures.ts';
import { identifyModels } from './bergamot/installed-model.ts';
import { ModelError } from './bergamot/model-error.ts';
import {
  type InstallProgress,
  ModelStore,
  type ModelStoreOptions,
} from './bergamot/model-store.ts';
import { ChildPool, MAX_BATCH_LENGTH, MAX_BATCH_SEGMENTS } from './bergamot/pool.ts';
import { MOZILLA_MODELS, ModelRegistry, type RegistryOptions } from './bergamot/registry.ts';
import { type ReadyRoute, RoutePlanner, unusableSubject } from './bergamot/routes.ts';
import { finishSegment, prepareSegment } from './bergamot/segments.ts';
import {
  type Engine,
  type EngineCapabilities,
  type EngineContext,
  type EngineDefinition,
  EngineError,
  type PairReadiness,
  type SegmentResult,
  type TranslateCall,
} from './engine.ts';
import { checkBaseUrl, checkWholeNumber } from './http-settings.ts';

const DEFAULT_CHILDREN = 2;
/** The most that the wasm can have. */
const DEFAULT_MEMORY_MB = 2_048;
/** The largest released shape needs 870 MB alone, and two of the most common shape 1,010 MB together. */
const MIN_MEMORY_MB = 1_024;
const IDLE_STOP_MS = 10 * 60_000;
const LOAD_TIMEOUT_MS = 60_000;
const BATCH_TIMEOUT_MS = 60_000;
/** Raise it when the same models give other answers: another option of Marian, other sentences. */
const ANSWERS_REVISION = 2;
/** Said by a new model before it counts as ready. */
const PROBE = 'OK <var>0</var>.';

/** Firefox Translations' models in WebAssembly, on this host, without a key. */
export const bergamot: EngineDefinition = {
  id: 'bergamot',
  summary:
    "Neural translation on this machine with Mozilla's Firefox Translations models. Models are downloaded at first use; no key is needed.",
  settings: [
    {
      variable: 'MT_MODEL_SOURCE',
      description:
        "Base URL for model downloads (the parent of `db/models.json`): Mozilla's registry or a mirror. Installed models are never updated automatically. To update one, delete its folder.",
      default: MOZILLA_MODELS,
      check: checkSource,
    },
    {
      variable: 'MT_OFFLINE',
      description: '`1` forbids all downloads. Installed models keep working.',
      default: '0',
      check: (value) => (value === '0' || value === '1' ? null : 'must be 0 or 1'),
    },
    {
      variable: 'BERGAMOT_CHILDREN',
      description:
        'Maximum number of translation directions that run at the same time. Each runs in its own process, which takes 0.4 to 0.9 GB, or 1 to 1.6 GB if the direction goes through English.',
      default: String(DEFAULT_CHILDREN),
      check: checkWholeNumber(1, 16),
    },
    {
      variable: 'BERGAMOT_MEMORY_MB',
      description:
        'Maximum memory of the models of one direction, in MB (1024–2048). Directions through English need 1.0 to 1.6 GB.',
      default: String(DEFAULT_MEMORY_MB),
      check: checkWholeNumber(MIN_MEMORY_MB, DEFAULT_MEMORY_MB),
    },
  ],
  create: (settings, context) => createBergamot(settings, context),
};

function checkSource(value: string): string | null {
  const problem = checkBaseUrl(value);
  if (problem !== null) return problem;
  const url = new URL(value);
  if (url.search !== '') return 'must not have a query';
  return url.pathname.endsWith('.json') ? 'must be the parent URL of db/models.json' : null;
}

/** Options for tests only. */
export interface BergamotTuning {
  readonly now?: () => number;
  readonly registry?: Pick<RegistryOptions, 'patienceMs' | 'timeoutMs' | 'retry'>;
  readonly store?: Pick<ModelStoreOptions, 'retry' | 'stallMs' | 'lock' | 'readFreeBytes'>;
  readonly idleStopMs?: number;
  readonly loadTimeoutMs?: number;
  readonly batchTimeoutMs?: number;
}

/** The engine, and what the smoke test and the tests need to see of it. */
export interface BergamotEngine extends Engine {
  load(
    sourceLocale: string,
    targetLocale: string,
    signal: AbortSignal,
    onProgress?: (progress: InstallProgress) => void,
  ): Promise<void>;
  /** The processes that run now. */
  readonly pids: readonly number[];
  /** Memory of the wasm in all of them together. */
  readonly memoryBytes: number;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** The engine itself; `tuning` is for tests. */
export function createBergamot(
  settings: Settings,
  context: EngineContext,
  tuning: BergamotTuning = {},
): BergamotEngine {
  return new Bergamot(settings, context, tuning);
}

class Bergamot implements BergamotEngine {
  readonly id = 'bergamot';
  readonly capabilities: EngineCapabilities;
  readonly #registry: ModelRegistry;
  readonly #store: ModelStore;
  readonly #failures: FailureMemory;
  readonly #planner: RoutePlanner;
  readonly #pool: ChildPool;
  readonly #closing = new AbortController();
  readonly #crashes = new Map<string, CrashCount>();
  readonly #wasmVersion = readWasmVersion();
  readonly #memoryLimitMb: number;
  #models = '';

  constructor(settings: Settings, context: EngineContext, tuning: BergamotTuning) {
    const { fetch } = context;
    const now = tuning.now ?? Date.now;
    const log: EngineContext['log'] = (level, message, fields) =>
      context.log(level, message, fields);
    const source = new URL(`${(settings.MT_MODEL_SOURCE || MOZILLA_MODELS).replace(/\/+$/, '')}/`);
    const offline = settings.MT_OFFLINE === '1';
    const maxChildren = Number(settings.BERGAMOT_CHILDREN || DEFAULT_CHILDREN);
    const modelsDir = resolve(context.dataDir, 'models');
    this.#failures = new FailureMemory({ modelsDir, now, log });
    const shared = { modelsDir, source, fetch, now, failures: this.#failures, log };
    this.#registry = new ModelRegistry({ ...shared, offline, ...tuning.registry });
    this.#store = new ModelStore({ ...shared, ...tuning.store });
    this.#planner = new RoutePlanner({
      store: this.#store,
      registry: this.#registry,
      failures: this.#failures,
      offline,
    });
    this.#memoryLimitMb = Number(settings.BERGAMOT_MEMORY_MB || DEFAULT_MEMORY_MB);
    this.#pool = new ChildPool({
      maxChildren,
      memoryLimitMb: this.#memoryLimitMb,
      idleStopMs: tuning.idleStopMs ?? IDLE_STOP_MS,
      loadTimeoutMs: tuning.loadTimeoutMs ?? LOAD_TIMEOUT_MS,
      batchTimeoutMs: tuning.batchTimeoutMs ?? BATCH_TIMEOUT_MS,
      log,
    });
    this.capabilities = {
      renderings: ['html', 'sentinel'],
      maxBatchSegments: MAX_BATCH_SEGMENTS,
      maxBatchLength: MAX_BATCH_LENGTH,
      maxConcurrentCalls: maxChildren,
      glossary: 'inline',
      formality: false,
      context: false,
      local: true,
    };
  }

  /** The wasm's, with ours, and a fingerprint of all models that are installed: as of the last question about any pair. */
  get version(): string {
    const version = `${this.#wasmVersion}-${ANSWERS_REVISION}`;
    return this.#models === '' ? version : `${version}+${this.#models}`;
  }

  get pids(): readonly number[] {
    return this.#pool.pids;
  }

  get memoryBytes(): number {
    return this.#pool.memoryBytes;
  }

  async readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness> {
    const plan = await this.#planner.plan(sourceLocale, targetLocale);
    await this.#readModels();
    return this.#planner.describe(plan);
  }

  async load(
    sourceLocale: string,
    targetLocale: string,
    signal: AbortSignal,
    onProgress?: (progress: InstallProgress) => void,
  ): Promise<void> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    either.throwIfAborted();
    try {
      const plan = await this.#planner.planPatiently(sourceLocale, targetLocale, either);
      if (plan.status === 'unsupported') throw new EngineError('unsupported_pair', plan.reason);
      if (plan.status === 'ready') return;
      for (const model of plan.missing) await this.#store.install(model, either, onProgress);
      await this.#readModels();
      await this.#probe(sourceLocale, targetLocale, either);
    } catch (error) {
      throw error instanceof ModelError ? fromModelError(error) : error;
    }
  }

  async translate(call: TranslateCall): Promise<SegmentResult[]> {
    const { rendering, segments, signal, sourceLocale, targetLocale } = call;
    signal.throwIfAborted();
    if (rendering !== 'html' && rendering !== 'sentinel') {
      throw new TypeError(`Bergamot does not support the rendering ${rendering}`);
    }
    if (segments.length === 0) return [];
    const isHtml = rendering === 'html';
    const route = await raceAbort(this.#demandRoute(sourceLocale, targetLocale), signal);
    const prepared = segments.map(({ body }) => prepareSegment(body, isHtml));
    const items: BatchItem[] = prepared.flatMap((outcome, index) =>
      'text' in outcome ? { index, text: outcome.text } : [],
    );
    const translated = new Map<number, string | null>();
    for (const batch of splitIntoBatches(items, MAX_BATCH_SEGMENTS, MAX_BATCH_LENGTH)) {
      const done = await this.#translateBatch(route, batch, isHtml, signal);
      for (const { index, text } of done) translated.set(index, text);
    }
    return segments.map(({ id, body }, index) => {
      const outcome = prepared[index];
      if (outcome !== undefined && 'answer' in outcome) return { id, ...outcome.answer };
      return { id, ...finishSegment(body, isHtml, translated.get(index) ?? null) };
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('the engine is shutting down', 'AbortError'));
    this.#registry.close();
    await this.#pool.close();
  }

  async #demandRoute(sourceLocale: string, targetLocale: string): Promise<ReadyRoute> {
    const plan = await this.#planner.plan(sourceLocale, targetLocale);
    if (plan.status === 'ready') return plan.route;
    if (plan.status === 'unsupported') throw new EngineError('unsupported_pair', plan.reason);
    const readiness = await this.#planner.describe(plan);
    throw new EngineError(
      'engine_model_loading',
      `the model from ${sourceLocale} to ${targetLocale} is not installed yet`,
      {
        retryable: true,
        ...('retryAfterMs' in readiness ? { retryAfterMs: readiness.retryAfterMs } : {}),
      },
    );
  }

  async #translateBatch(
    route: ReadyRoute,
    batch: readonly BatchItem[],
    isHtml: boolean,
    signal: AbortSignal,
  ): Promise<{ index: number; text: string | null }[]> {
    const crashes = this.#crashes.get(route.key) ?? { inARow: 0 };
    this.#crashes.set(route.key, crashes);
    try {
      return await translateIsolating(
        batch,
        (texts) => this.#pool.translate(route, texts, isHtml, signal),
        crashes,
      );
    } catch (error) {
      if (!(error instanceof ChildFailure)) throw error;
      if (error.kind === 'crash' || (error.kind === 'timeout' && error.phase === 'load')) {
        crashes.inARow = 0;
        await this.#rememberUnusable(route, error);
      }
      throw fromChildFailure(error, route.name, this.#memoryLimitMb);
    }
  }

  /** A model that the wasm cannot run is found out here, and not by the first job. */
  async #probe(sourceLocale: string, targetLocale: string, signal: AbortSignal): Promise<void> {
    const route = await this.#demandRoute(sourceLocale, targetLocale);
    const [item] = await this.#translateBatch(route, [{ index: 0, text: PROBE }], true, signal);
    if (item?.text !== null) return;
    throw new ModelError('model_unusable', await this.#rememberUnusable(route, null));
  }

  async #rememberUnusable(route: ReadyRoute, failure: ChildFailure | null): Promise<string> {
    const detail = describeUnusable(route.name, failure, this.#memoryLimitMb);
    await this.#failures.remember(unusableSubject(route), detail);
    return detail;
  }

  async #readModels(): Promise<void> {
    const locks = await this.#store.list();
    this.#models = locks.length === 0 ? '' : identifyModels(locks);
  }
}

function readWasmVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)(
    '@browsermt/bergamot-translator/package.json',
  );
  const { version } = manifest as { version: string };
  return version;
}
