import { packagesCli } from '@parlance/contracts';
import { answerPackage } from '../../http/docs/package-file.ts';
import { route } from '../../http/route.ts';

export const packagesCliRoute = route(packagesCli, async ({ request }) =>
  answerPackage(request, 'cli'),
);
