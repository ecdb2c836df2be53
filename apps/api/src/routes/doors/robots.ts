import { doorsRobots } from '@parlance/contracts';
import { basePathOf } from '../../base-path.ts';
import { plainText } from '../../http/answer/plain-text.ts';
import { route } from '../../http/route.ts';

export const doorsRobotsRoute = route(doorsRobots, async ({ deps: { site } }) => {
  const base = basePathOf(site.publicUrl);
  return plainText(['User-agent: *', `Allow: ${base}/docs`, `Disallow: ${base}/`]);
});
