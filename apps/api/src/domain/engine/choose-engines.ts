import { saysLanguage } from '@parlance/contracts';
import { fail } from '../../errors.ts';
import {
  type Engine,
  EngineError,
  type PairReadiness,
  type UnsupportedPair,
} from '../../providers/mt/engine.ts';
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

/**
 * Ids of the engine in the request and in the project's settings. The request takes precedence. If
 * both are null, the server's default engines apply.
 */
export interface EngineWish {
  readonly requestedEngine: string | null;
  readonly projectEngine: string | null;
}

/**
 * Asks the configured engines whether they translate a language pair. If the request or the project
 * names an engine, only this engine is asked. The user may have chosen the engine because it sends
 * no text to other hosts.
 */
export async function chooseEngines(
  engines: EngineDirectory,
  { requestedEngine, projectEngine }: EngineWish,
  sourceLocale: string,
  targetLocale: string,
): Promise<EngineChoice> {
  if (requestedEngine !== null) requireEngine(engines, requestedEngine, '/engine');
  const { byId, chain } = engines;
  const named = requestedEngine ?? projectEngine;
  const ids = named === null ? chain : [named];
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
  return {
    code: isTemporary ? 'engine_unavailable' : 'unsupported_pair',
    message: `No engine translates from ${sourceLocale} to ${targetLocale}. ${said}.`,
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
