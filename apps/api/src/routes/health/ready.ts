import { healthReady } from '@parlance/contracts';
import { sql } from 'kysely';
import { route } from '../../http/route.ts';

export const healthReadyRoute = route(healthReady, async ({ deps }) => {
  await sql`select 1`.execute(deps.db);
  return { data: { status: 'ready' as const, timestamp: deps.clock.now().toISOString() } };
});
