import { resolve } from 'node:path';
import { partsOf } from '../../../lib/parts-of.ts';
import { raceAbort } from '../../../race-abort.ts';
import {
  type Engine,
  type EngineCapabilities,
  type EngineContext,
  EngineError,
  type PairReadiness,
  type SegmentResult,
  type TranslateCall,
} from '../engine.ts';
import { translatePlanned } from '../translate-planned.ts';
import { ANSWERS_VERSION } from './answers-version.ts';
import { type CrashCount, translateIsolating } from './batches.ts';
import { ChildFailure } from './child-handle.ts';
import { describeUnusable, fromChildFailure } from './engine-errors.ts';
import { FailureMemory } from './failures.ts';
import { identifyModels } from './models/installed-model.ts';
import type { InstallProgress } from './models/model-downloads.ts';
import { modelError } from './models/model-error.ts';
import { ModelStore } from './models/model-store.ts';
import type { BergamotOptions, BergamotTuning } from './options.ts';
import { ChildPool, MAX_BATCH_LENGTH, MAX_BATCH_SEGMENTS } from './pool.ts';
import { ModelRegistry } from './registry/registry.ts';
import { type ReadyRoute, RoutePlanner, unusableSubject } from './routes.ts';
import { finishSegment, prepareSegment } from './texts/segments.ts';

const IDLE_STOP_MS = 10 * 60_000;
const LOAD_TIMEOUT_MS = 60_000;
const BATCH_TIMEOUT_MS = 60_000;
const BATCH = { maxItems: MAX_BATCH_SEGMENTS, maxLength: MAX_BATCH_LENGTH };
const PROBE = 'OK <var>0</var>.';

export class Bergamot implements Engine {
  readonly id = 'bergamot';
  readonly capabilities: EngineCapabilities;
  readonly #registry: ModelRegistry;
  readonly #store: ModelStore;
  readonly #failures: FailureMemory;
  readonly #planner: RoutePlanner;
  readonly #pool: ChildPool;
  readonly #closing = new AbortController();
  readonly #crashes = new Map<string, CrashCount>();
  readonly #memoryLimitMb: number;
  #models = '';

  constructor(options: BergamotOptions, context: EngineContext, tuning: BergamotTuning) {
    const { source, offline, maxChildren, memoryLimitMb } = options;
    const { now = Date.now } = tuning;
    const { log } = context;
    const modelsDir = resolve(context.dataDir, 'models');
    const failures = new FailureMemory({ modelsDir, now, log });
    const shared = { modelsDir, source, fetch: context.fetch, now, failures, log };
    this.#failures = failures;
    this.#registry = new ModelRegistry({ ...shared, offline, ...tuning.registry });
    this.#store = new ModelStore({ ...shared, ...tuning.store });
    this.#planner = new RoutePlanner({
      store: this.#store,
      registry: this.#registry,
      failures,
      offline,
    });
    this.#memoryLimitMb = memoryLimitMb;
    this.#pool = new ChildPool({
      maxChildren,
      memoryLimitMb,
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

  /**
   * Version of the engine. Includes a fingerprint of the models that were installed at the last
   * call of `readiness`.
   */
  get version(): string {
    return this.#models === '' ? ANSWERS_VERSION : `${ANSWERS_VERSION}+${this.#models}`;
  }

  get pids(): readonly number[] {
    return this.#pool.pids;
  }

  /** Memory of the WebAssembly modules in all child processes together, in bytes. */
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
      if (!(error instanceof EngineError) || error.reason === undefined) throw error;
      throw new EngineError(error.code, `${error.reason}: ${error.message}`, error);
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
    const route = await raceAbort(this.#planner.demand(sourceLocale, targetLocale), signal);
    return translatePlanned(
      segments,
      (body) => prepareSegment(body, isHtml),
      async (texts) => {
        const translated: (string | null)[] = [];
        for (const batch of partsOf(texts, BATCH, ({ length }) => length)) {
          translated.push(...(await this.#translateBatch(route, batch, isHtml, signal)));
        }
        return translated;
      },
      (body, text) => finishSegment(body, isHtml, text),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('the engine is shutting down', 'AbortError'));
    this.#registry.close();
    await this.#pool.close();
  }

  async #translateBatch(
    route: ReadyRoute,
    texts: readonly string[],
    isHtml: boolean,
    signal: AbortSignal,
  ): Promise<readonly (string | null)[]> {
    const crashes = this.#crashes.get(route.key) ?? { inARow: 0 };
    this.#crashes.set(route.key, crashes);
    try {
      return await translateIsolating(
        texts,
        (batch) => this.#pool.translate(route, batch, isHtml, signal),
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

  async #probe(sourceLocale: string, targetLocale: string, signal: AbortSignal): Promise<void> {
    const route = await this.#planner.demand(sourceLocale, targetLocale);
    const [translated] = await this.#translateBatch(route, [PROBE], true, signal);
    if (translated !== null) return;
    throw modelError('model_unusable', await this.#rememberUnusable(route, null));
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
