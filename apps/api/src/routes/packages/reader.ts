import { packagesReader } from '@parlance/contracts';
import { answerPackage } from '../../http/docs/package-file.ts';
import { route } from '../../http/route.ts';

export const packagesReaderRoute = route(packagesReader, async ({ request }) =>
  answerPackage(request, 'reader'),
);
