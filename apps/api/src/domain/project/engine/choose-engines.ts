import { saysLanguage } from '@parlance/contracts';
import { fail } from '../../../errors.ts';
import {
  type Engine,
  EngineError,
  type PairReadiness,
  type UnsupportedPair,
} from '../../../providers/mt/engine.ts';
import { RETRY_MS } from './engine-calls.ts';
import type { EngineDirectory } from './engine-directory.ts';
import { requireEngine } from './require-engine.ts';

export type EngineRefusal = UnsupportedPair & { readonly engineId: string };

export interface EngineChoice {
  readonly sourceLocale: string;
  readonly targetLocale: string;
  /** Engines that can translate the language pair now, in the order in which they are tried. */
  readonly ready: readonly Engine[];
  /**
   * Engines that must first download a model. Contains only engines that are tried before the first
   * engine in `ready`.
   */
  readonly loadable: readonly { readonly engine: Engine; readonly retryAfterMs: number }[];
  readonly refusals: readonly EngineRefusal[];
}

/** Engines that a project names, in the order of use: for single target locales, and for all others. */
export interface EngineOrders {
  readonly all: readonly string[] | null;
  readonly locales: Readonly<Record<string, readonly string[]>>;
}

/**
 * Ids of the engines in the request and in the project's settings. The request takes precedence. If
 * neither names an engine, the server's default engines apply.
 */
export interface EngineWish {
  readonly requestedEngine: string | null;
  /** Id of the project's engine. Set in jobs that were created by an earlier version of the service. */
  readonly projectEngine?: string | null;
  readonly engineOrders?: EngineOrders | null;
}

/** Returns the engines that may translate into a locale, in the order in which they are tried. */
export function engineIdsFor(
  { requestedEngine, projectEngine = null, engineOrders }: EngineWish,
  { chain }: Pick<EngineDirectory, 'chain'>,
  targetLocale: string,
): readonly string[] {
  if (requestedEngine !== null) return [requestedEngine];
  const { locales = {}, all = null } = engineOrders ?? {};
  const ofLocale = Object.hasOwn(locales, targetLocale) ? locales[targetLocale] : undefined;
  return ofLocale ?? all ?? (projectEngine === null ? chain : [projectEngine]);
}

/**
 * Chooses the engines for a request.
 * @throws `validation_failed` if the request names an engine that the server does not have
 */
export async function chooseEngines(
  engines: EngineDirectory,
  wish: EngineWish,
  sourceLocale: string,
  targetLocale: string,
): Promise<EngineChoice> {
  if (wish.requestedEngine !== null) requireEngine(engines, wish.requestedEngine, '/engine');
  return chooseForJob(engines, wish, sourceLocale, targetLocale);
}

/**
 * Asks the configured engines whether they translate a language pair. If the request or the project names engines, only
 * these engines are asked. The user may have chosen them because they send no text to other hosts. A named engine that
 * the server no longer has counts as a refusal, because a job may outlive an engine.
 */
export async function chooseForJob(
  engines: EngineDirectory,
  wish: EngineWish,
  sourceLocale: string,
  targetLocale: string,
): Promise<EngineChoice> {
  const { byId } = engines;
  const ids = engineIdsFor(wish, engines, targetLocale);
  const answers = await Promise.all(
    ids.map((engineId) => askEngine(byId.get(engineId), sourceLocale, targetLocale)),
  );
  const ready: Engine[] = [];
  const loadable: { engine: Engine; retryAfterMs: number }[] = [];
  const refusals: EngineRefusal[] = [];
  for (const [at, engineId] of ids.entries()) {
    const engine = byId.get(engineId)!;
    const answer = answers[at]!;
    if (answer.status === 'unsupported') refusals.push({ engineId, ...answer });
    else if (answer.status === 'ready') ready.push(engine);
    else if (ready.length === 0) loadable.push({ engine, retryAfterMs: answer.retryAfterMs });
  }
  return { sourceLocale, targetLocale, ready, loadable, refusals };
}

export type EngineChoices = ReadonlyMap<string, EngineChoice>;

/**
 * Chooses the engines for several target locales, by locale tag.
 * @throws `validation_failed` if the request names an engine that the server does not have, even without target locales
 */
export async function chooseForLocales(
  engines: EngineDirectory,
  wish: EngineWish,
  sourceLocale: string,
  targetLocales: readonly string[],
): Promise<EngineChoices> {
  if (wish.requestedEngine !== null) requireEngine(engines, wish.requestedEngine, '/engine');
  const ask = async (locale: string) =>
    [locale, await chooseForJob(engines, wish, sourceLocale, locale)] as const;
  return new Map(await Promise.all(targetLocales.map(ask)));
}

export async function askEngine(
  engine: Engine | undefined,
  sourceLocale: string,
  targetLocale: string,
): Promise<PairReadiness> {
  if (!engine) return { status: 'unsupported', reason: 'is not configured on this server' };
  if (!saysLanguage(sourceLocale) || !saysLanguage(targetLocale)) {
    const reason = 'translates only locales that say their language';
    return { status: 'unsupported', reason };
  }
  try {
    return await engine.readiness(sourceLocale, targetLocale);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { message: reason, retryable, retryAfterMs = RETRY_MS } = error;
    const again = retryable ? ({ mayChange: true, retryAfterMs } as const) : {};
    return { status: 'unsupported', reason, ...again };
  }
}

export interface PairRefusal {
  readonly code: 'engine_model_loading' | 'engine_unavailable' | 'unsupported_pair';
  readonly message: string;
  readonly params: { engine?: string; sourceLocale: string; targetLocale: string };
}

/** True if an engine can translate the pair now, or after it has downloaded a model. */
export const isServable = ({ ready, loadable }: EngineChoice): boolean =>
  ready.length > 0 || loadable.length > 0;

/** Tells the user how to handle a language pair that no engine translates. */
const WAY_OUT =
  'Choose another engine, or ask the operator for one: docs/engines.md says what each needs (MT_ENGINES, MT_OFFLINE).';

export function refusalFor(choice: EngineChoice): PairRefusal {
  const { sourceLocale, targetLocale, refusals, loadable } = choice;
  const [first] = loadable;
  if (first) {
    const message = `The engine ${first.engine.id} is loading its model from ${sourceLocale} to ${targetLocale}. Try again later.`;
    const params = { engine: first.engine.id, sourceLocale, targetLocale };
    return { code: 'engine_model_loading', message, params };
  }
  const tried = refusals.map(({ engineId, reason }) => `${engineId}: ${reason}`).join('; ');
  const said = tried === '' ? 'no engine is configured (MT_ENGINES)' : tried;
  const isTemporary = refusals.some(({ retryAfterMs }) => retryAfterMs !== undefined);
  const way = isTemporary ? '' : ` ${WAY_OUT}`;
  return {
    code: isTemporary ? 'engine_unavailable' : 'unsupported_pair',
    message: `No engine translates from ${sourceLocale} to ${targetLocale}. ${said}.${way}`,
    params: { sourceLocale, targetLocale },
  };
}

/** @throws `engine_model_loading`, `unsupported_pair` or `engine_unavailable` */
export function failChoice(choice: EngineChoice): never {
  const { code, message } = refusalFor(choice);
  const errors = choice.refusals.map(({ engineId, reason }) => ({
    path: engineId,
    message: reason,
  }));
  const waits = [...choice.loadable, ...choice.refusals].flatMap(
    ({ retryAfterMs }) => retryAfterMs ?? [],
  );
  fail(code, message, {
    errors,
    ...(waits.length > 0 ? { retryAfterSeconds: Math.min(...waits) / 1000 } : {}),
  });
}
