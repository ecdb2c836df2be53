import { docsPackages } from '@parlance/contracts';
import { staticAnswer } from '../../http/answer/static-answer.ts';
import { route } from '../../http/route.ts';

export const docsPackagesRoute = route(docsPackages, async ({ documents, request }) =>
  staticAnswer(request, await documents.packagesPage()),
);
