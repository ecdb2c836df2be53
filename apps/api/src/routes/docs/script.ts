import { docsScript } from '@parlance/contracts';
import { scalarScript } from '../../http/docs/scalar.ts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const docsScriptRoute = route(docsScript, async ({ request }) =>
  staticAnswer(request, await scalarScript()),
);
