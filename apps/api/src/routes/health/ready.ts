import { healthReady } from '@parlance/contracts';
import { fail } from '../../errors.ts';
import { route } from '../../http/route.ts';

/** Below what those who ask wait for; a database that takes longer serves nobody. */
const TIMEOUT_MS = 1_500;

export const healthReadyRoute = route(healthReady, async ({ deps, request }) => {
  if (!(await request.server.database.check(TIMEOUT_MS))) {
    fail('service_unavailable', 'The database cannot be reached.', { retryAfterSeconds: 1 });
  }
  return { data: { status: 'ready' as const, timestamp: deps.clock.now().toISOString() } };
});
