import { healthGet } from '@parlance/contracts';
import { route } from '../../http/route.ts';

export const healthGetRoute = route(healthGet, async ({ deps }) => ({
  data: {
    service: 'parlance',
    environment: deps.site.deployment,
    version: deps.site.version,
    timestamp: deps.clock.now().toISOString(),
  },
}));
