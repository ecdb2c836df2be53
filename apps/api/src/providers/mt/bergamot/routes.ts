import { EngineError, type PairReadiness, type UnsupportedPair } from '../engine.ts';
import type { FailureMemory } from './failures.ts';
import { matchLanguage } from './languages.ts';
import type { InstalledModel } from './models/installed-model.ts';
import type { ModelStore } from './models/model-store.ts';
import type { Route } from './pool.ts';
import type { RegistryModels } from './registry/document.ts';
import { directionKey, type RegistryModel } from './registry/format.ts';
import type { ModelRegistry } from './registry/registry.ts';

export interface ReadyRoute extends Route {
  /** The languages of the route in order, such as `en-de` or `de-en-fr`. */
  readonly name: string;
  readonly models: readonly InstalledModel[];
}

export type Plan =
  | { readonly status: 'ready'; readonly route: ReadyRoute; readonly isExact: boolean }
  | { readonly status: 'loadable'; readonly missing: readonly RegistryModel[] }
  | UnsupportedPair;

/** Pivot language, because all published models translate from or into English. */
const PIVOT = 'en';
/** Estimated download time of a model, in milliseconds. Callers use it as a retry delay. */
const USUAL_DOWNLOAD_MS = 30_000;
/** Estimated time, in milliseconds, until another process has downloaded a model. */
const UNDER_WAY_MS = 10_000;

export interface RoutePlannerOptions {
  readonly store: ModelStore;
  readonly registry: ModelRegistry;
  readonly failures: FailureMemory;
  readonly offline: boolean;
}

/** Returns the name under which failures of a route's models are recorded in the {@link FailureMemory}. */
export function unusableSubject(route: ReadyRoute): string {
  return `${route.key}.unusable`;
}

/**
 * Finds the models for a language pair. A pair needs one model, or two models with English in
 * between.
 */
export class RoutePlanner {
  readonly #options: RoutePlannerOptions;

  constructor(options: RoutePlannerOptions) {
    this.#options = options;
  }

  /**
   * Returns the state of a route. Waits at most about two seconds, so the list of models may be
   * outdated or missing.
   */
  async plan(sourceLocale: string, targetLocale: string): Promise<Plan> {
    const ready = await this.#planInstalled(sourceLocale, targetLocale);
    if (ready !== null) return ready;
    const answer = await this.#options.registry.lookUp();
    if (answer.models === null) {
      const refusal = { status: 'unsupported', reason: answer.reason } as const;
      return this.#options.offline ? refusal : { ...refusal, mayChange: true };
    }
    return this.#planOffered(sourceLocale, targetLocale, answer.models, true);
  }

  /** Returns the state of a route. Waits for downloads of the list of models. */
  async planPatiently(
    sourceLocale: string,
    targetLocale: string,
    signal: AbortSignal,
  ): Promise<Plan> {
    const ready = await this.#planInstalled(sourceLocale, targetLocale);
    if (ready?.status === 'ready') return ready;
    const offered = await this.#options.registry.demand(signal);
    return this.#planOffered(sourceLocale, targetLocale, offered, false);
  }

  /**
   * Returns the route of a language pair. All of its models must be installed.
   * @throws EngineError
   */
  async demand(sourceLocale: string, targetLocale: string): Promise<ReadyRoute> {
    const plan = await this.plan(sourceLocale, targetLocale);
    if (plan.status === 'ready') return plan.route;
    if (plan.status === 'unsupported') throw new EngineError('unsupported_pair', plan.reason);
    const detail = `the model from ${sourceLocale} to ${targetLocale} is not installed yet`;
    const retryAfterMs = await this.#downloadMs(plan.missing);
    throw new EngineError('engine_model_loading', detail, { retryable: true, retryAfterMs });
  }

  async describe(plan: Plan): Promise<PairReadiness> {
    if (plan.status === 'ready') {
      return plan.isExact ? { status: 'ready' } : { status: 'ready', via: plan.route.name };
    }
    if (plan.status === 'unsupported') return plan;
    return { status: 'loadable', retryAfterMs: await this.#downloadMs(plan.missing) };
  }

  async #downloadMs(missing: readonly RegistryModel[]): Promise<number> {
    const waits = await Promise.all(
      missing.map(async ({ from, to }) =>
        (await this.#options.store.isInstalling(from, to)) ? UNDER_WAY_MS : USUAL_DOWNLOAD_MS,
      ),
    );
    return waits.reduce((sum, wait) => sum + wait, 0);
  }

  /**
   * Finds a route whose models are all installed. Does not read the registry, so it works without a
   * network.
   */
  async #planInstalled(sourceLocale: string, targetLocale: string): Promise<Plan | null> {
    const locks = await this.#options.store.list();
    const codes = new Set(locks.flatMap(({ from, to }) => [from, to]));
    for (const pairs of listRoutes(sourceLocale, targetLocale, codes)) {
      const plan = await this.#planReady(await this.#find(pairs), sourceLocale, targetLocale);
      if (plan !== null) return plan;
    }
    return null;
  }

  async #planOffered(
    sourceLocale: string,
    targetLocale: string,
    offered: RegistryModels,
    heedsFailures: boolean,
  ): Promise<Plan> {
    const codes = new Set([...offered.values()].flatMap(({ from, to }) => [from, to]));
    for (const pairs of listRoutes(sourceLocale, targetLocale, codes)) {
      const found = await this.#find(pairs);
      const missing = pairs
        .filter((_, index) => found[index] === null)
        .map(([from, to]) => offered.get(directionKey(from, to)));
      if (!missing.every((model) => model !== undefined)) continue;
      const ready = await this.#planReady(found, sourceLocale, targetLocale);
      return ready ?? this.#planDownloads(missing, heedsFailures);
    }
    const reason = `there is no model from ${sourceLocale} to ${targetLocale}, neither direct nor through English`;
    return { status: 'unsupported', reason };
  }

  async #planDownloads(missing: readonly RegistryModel[], heedsFailures: boolean): Promise<Plan> {
    const { failures, offline } = this.#options;
    for (const { from, to } of missing) {
      const key = directionKey(from, to);
      const failure = heedsFailures ? await failures.recall(key) : null;
      if (failure !== null) return { status: 'unsupported', reason: failure, mayChange: true };
      if (offline) {
        const reason = `MT_OFFLINE=1 forbids downloading the model ${key}; it can be copied into models/${key}`;
        return { status: 'unsupported', reason };
      }
    }
    return { status: 'loadable', missing };
  }

  /** Returns the models of a route in order. A model that is not installed is null. */
  #find(pairs: readonly Pair[]): Promise<(InstalledModel | null)[]> {
    return Promise.all(pairs.map(([from, to]) => this.#options.store.find(from, to)));
  }

  async #planReady(
    found: readonly (InstalledModel | null)[],
    sourceLocale: string,
    targetLocale: string,
  ): Promise<Plan | null> {
    const models = found.filter((model) => model !== null);
    if (models.length < found.length) return null;
    const route = describeRoute(models);
    const failure = await this.#options.failures.recall(unusableSubject(route));
    if (failure !== null) return { status: 'unsupported', reason: failure, mayChange: true };
    const isExact = route.name === directionKey(sourceLocale, targetLocale);
    return { status: 'ready', route, isExact };
  }
}

function describeRoute(models: readonly InstalledModel[]): ReadyRoute {
  return {
    key: models.map(({ from, to, identity }) => `${directionKey(from, to)}@${identity}`).join('+'),
    name: [models[0]?.from, ...models.map(({ to }) => to)].join('-'),
    models,
  };
}

type Pair = readonly [from: string, to: string];

/** Returns the possible routes between two locales, the best route first. */
function listRoutes(
  sourceLocale: string,
  targetLocale: string,
  codes: ReadonlySet<string>,
): Pair[][] {
  const from = matchLanguage(sourceLocale, codes);
  const to = matchLanguage(targetLocale, codes);
  if (from === null || to === null || from === to) return [];
  const direct: Pair[] = [[from, to]];
  if (from === PIVOT || to === PIVOT) return [direct];
  return [
    direct,
    [
      [from, PIVOT],
      [PIVOT, to],
    ],
  ];
}
