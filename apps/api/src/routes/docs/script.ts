import { docsScript } from '@parlance/contracts';
import { staticAnswer } from '../../http/answer/static-answer.ts';
import { route } from '../../http/route.ts';

export const docsScriptRoute = route(docsScript, async ({ documents, request }) =>
  staticAnswer(request, await documents.script()),
);
