import { docsScript } from '@parlance/contracts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const docsScriptRoute = route(docsScript, async ({ documents, request }) =>
  staticAnswer(request, await documents.script()),
);
