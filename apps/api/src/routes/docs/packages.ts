import { docsPackages } from '@parlance/contracts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const docsPackagesRoute = route(docsPackages, async ({ documents, request }) =>
  staticAnswer(request, await documents.packagesPage()),
);
