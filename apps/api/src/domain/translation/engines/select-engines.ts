import { saysLanguage } from '@parlance/contracts';
import type { EngineDirectory } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { type Engine, EngineError, type PairReadiness } from '../../../providers/mt/engine.ts';
import { requireEngine } from '../../require-engine.ts';
import { RETRY_MS } from '../pipeline/string-error.ts';
import type { StringError } from '../strings.ts';

/** Why an engine does not translate a pair, in its own words. */
export interface EngineRefusal {
  readonly engineId: string;
  readonly reason: string;
  /** When to ask again, where the engine could not say; null: never. */
  readonly retryAfterMs: number | null;
}

/** Answers of the usable engines about one pair. */
export interface EngineChoice {
  readonly sourceLocale: string;
  readonly targetLocale: string;
  /** Those that translate now, in the order in which they are tried. */
  readonly ready: readonly Engine[];
  /** Those before the first ready one that could be, once a model has been fetched. */
  readonly loadable: readonly { readonly engine: Engine; readonly retryAfterMs: number }[];
  readonly refusals: readonly EngineRefusal[];
}

/** Origin of an engine's name: the request before the project's settings. Null: the server's chain decides. */
export interface EngineWish {
  readonly requested: string | null;
  readonly ofProject: string | null;
}

/**
 * Asks the engines that may be used about a pair. An engine that is named is used alone: a project that
 * names one that keeps its texts on the host must not find them sent elsewhere.
 *
 * @throws `validation_failed` where the request names an engine that is not configured.
 */
export async function chooseEngines(
  engines: EngineDirectory,
  wish: EngineWish,
  sourceLocale: string,
  targetLocale: string,
): Promise<EngineChoice> {
  if (wish.requested !== null) requireEngine(engines, wish.requested, '/engine');
  const { byId, chain } = engines;
  const named = wish.requested ?? wish.ofProject;
  const ids = named === null ? chain : [named];
  const answers = await Promise.all(
    ids.map(async (engineId) => {
      const engine = byId.get(engineId);
      return { engineId, engine, readiness: await askEngine(engine, sourceLocale, targetLocale) };
    }),
  );
  const ready: Engine[] = [];
  const loadable: { engine: Engine; retryAfterMs: number }[] = [];
  const refusals: EngineRefusal[] = [];
  for (const { engineId, engine, readiness } of answers) {
    if (readiness.status === 'refused') {
      const { reason, retryAfterMs } = readiness;
      refusals.push({ engineId, reason, retryAfterMs });
    } else if (engine && readiness.status === 'ready') ready.push(engine);
    else if (engine && readiness.status === 'loadable' && ready.length === 0) {
      loadable.push({ engine, retryAfterMs: readiness.retryAfterMs });
    }
  }
  return { sourceLocale, targetLocale, ready, loadable, refusals };
}

export type EngineAnswer =
  | Exclude<PairReadiness, { status: 'unsupported' }>
  | { status: 'refused'; reason: string; retryAfterMs: number | null; mayChange: boolean };

/** Asks an engine about a pair. An engine that cannot answer is refused with its reason. */
export async function askEngine(
  engine: Engine | undefined,
  sourceLocale: string,
  targetLocale: string,
): Promise<EngineAnswer> {
  if (!engine) {
    const reason = 'is not configured on this server';
    return { status: 'refused', reason, retryAfterMs: null, mayChange: false };
  }
  if (!saysLanguage(sourceLocale) || !saysLanguage(targetLocale)) {
    const reason = 'translates only locales that say their language';
    return { status: 'refused', reason, retryAfterMs: null, mayChange: false };
  }
  try {
    const readiness = await engine.readiness(sourceLocale, targetLocale);
    if (readiness.status !== 'unsupported') return readiness;
    const { reason, mayChange = false } = readiness;
    return { status: 'refused', reason, retryAfterMs: null, mayChange };
  } catch (error) {
    // An engine that has to ask its provider for the pairs may not reach it.
    if (!(error instanceof EngineError)) throw error;
    const retryAfterMs = error.retryable ? (error.retryAfterMs ?? RETRY_MS) : null;
    const mayChange = retryAfterMs !== null;
    return { status: 'refused', reason: error.message, retryAfterMs, mayChange };
  }
}

/** True if the pair can be translated, also if a model has to be downloaded first. */
export const isServable = ({ ready, loadable }: EngineChoice): boolean =>
  ready.length > 0 || loadable.length > 0;

/** Why strings of a pair for which nothing is ready cannot be translated now. */
export function refusalFor(choice: EngineChoice): StringError {
  const { sourceLocale, targetLocale, refusals, loadable } = choice;
  const [first] = loadable;
  if (first) {
    const message = `The engine ${first.engine.id} is loading its model from ${sourceLocale} to ${targetLocale}. Try again later.`;
    const params = { engine: first.engine.id, sourceLocale, targetLocale };
    return { code: 'engine_model_loading', message, params };
  }
  const tried = refusals.map(({ engineId, reason }) => `${engineId}: ${reason}`).join('; ');
  const said = tried === '' ? 'no engine is configured (MT_ENGINES)' : tried;
  const isTemporary = refusals.some(({ retryAfterMs }) => retryAfterMs !== null);
  return {
    code: isTemporary ? 'engine_unavailable' : 'unsupported_pair',
    message: `No engine translates from ${sourceLocale} to ${targetLocale}. ${said}.`,
    params: { sourceLocale, targetLocale },
  };
}

/** @throws `engine_model_loading`, `unsupported_pair` or `engine_unavailable` */
export function refuseChoice(choice: EngineChoice): never {
  const { code, message } = refusalFor(choice);
  const errors = choice.refusals.map(({ engineId, reason }) => ({
    path: engineId,
    message: reason,
  }));
  const waits = [...choice.loadable, ...choice.refusals].flatMap(
    ({ retryAfterMs }) => retryAfterMs ?? [],
  );
  fail(code === 'content_broken' ? 'engine_failed' : code, message, {
    errors,
    ...(waits.length > 0 ? { retryAfterSeconds: Math.min(...waits) / 1000 } : {}),
  });
}
