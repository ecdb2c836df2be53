import { healthReady } from '@parlance/contracts';
import { ofTrouble } from '../../http/answer/error-handler.ts';
import { route } from '../../http/route.ts';

/**
 * Maximum time to wait for the database, in milliseconds. Usual health checks have longer timeouts.
 */
const TIMEOUT_MS = 1_500;

export const healthReadyRoute = route(healthReady, async ({ deps, request }) => {
  const trouble = await request.server.database.troubles.find(TIMEOUT_MS);
  if (trouble) throw ofTrouble(trouble);
  return { data: { status: 'ready' as const, timestamp: deps.clock.now().toISOString() } };
});
