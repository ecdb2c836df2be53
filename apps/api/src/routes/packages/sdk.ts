import { packagesSdk } from '@parlance/contracts';
import { answerPackage } from '../../http/docs/package-file.ts';
import { route } from '../../http/route.ts';

export const packagesSdkRoute = route(packagesSdk, async ({ request }) =>
  answerPackage(request, 'sdk'),
);
