import { Readable } from 'node:stream';
import { i18nKeysSuggestions } from '@parlance/contracts';
import { type Suggesting, suggest } from '../../domain/editor/index.ts';
import { requireLanguageTag } from '../../domain/project/index.ts';
import { chooseAccepted } from '../../http/answer/accept.ts';
import { route } from '../../http/route.ts';

const NDJSON = 'application/x-ndjson';
const OFFERS = [{ types: ['application/json'] }, { types: [NDJSON] }];

export const i18nKeysSuggestionsRoute = route(
  i18nKeysSuggestions,
  async ({ deps, principal, params, body, request, signal }) => {
    const locale = requireLanguageTag(body.locale, '/locale');
    const call = { ...params, principal, locale, engines: body.engines ?? [], signal };
    const suggesting = await suggest(deps, call);
    if (chooseAccepted(request.headers.accept, OFFERS) === OFFERS[1]) {
      return { raw: Readable.from(linesOf(suggesting)), headers: { 'Content-Type': NDJSON } };
    }
    const engines = await Promise.all(suggesting.answers);
    return { data: { ...suggesting.found, engines } };
  },
);

/** Yields a line with all suggestions that need no engine, and then a line for each engine. */
async function* linesOf({ found, answers }: Suggesting): AsyncGenerator<string, void> {
  yield `${JSON.stringify({ ...found, engines: [] })}\n`;
  const open = new Map(
    answers.map(
      (answer, index) => [index, answer.then((value) => ({ at: index, value }))] as const,
    ),
  );
  while (open.size > 0) {
    const { at, value } = await Promise.race(open.values());
    open.delete(at);
    yield `${JSON.stringify(value)}\n`;
  }
}
