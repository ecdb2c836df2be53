import { EngineError } from '../engine.ts';
import type { ReadyRoute, RoutePlanner } from './routes.ts';

/** The route for a pair that has to be ready. @throws EngineError */
export async function demandRoute(
  planner: RoutePlanner,
  sourceLocale: string,
  targetLocale: string,
): Promise<ReadyRoute> {
  const plan = await planner.plan(sourceLocale, targetLocale);
  if (plan.status === 'ready') return plan.route;
  if (plan.status === 'unsupported') throw new EngineError('unsupported_pair', plan.reason);
  const readiness = await planner.describe(plan);
  throw new EngineError(
    'engine_model_loading',
    `the model from ${sourceLocale} to ${targetLocale} is not installed yet`,
    {
      retryable: true,
      ...('retryAfterMs' in readiness ? { retryAfterMs: readiness.retryAfterMs } : {}),
    },
  );
}
