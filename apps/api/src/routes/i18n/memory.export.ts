import { Readable } from 'node:stream';
import { i18nMemoryExport } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { requireLocaleTags } from '../../domain/project/index.ts';
import { exportMemory } from '../../domain/translation/index.ts';
import { fail } from '../../errors.ts';
import { chooseAccepted } from '../../http/answer/accept.ts';
import { route } from '../../http/route.ts';

const TMX = 'application/x-tmx+xml';
const JSON_TYPE = 'application/json; charset=utf-8';
const OFFERS = [{ types: ['application/json'] }, { types: [TMX, 'application/xml', 'text/xml'] }];

export const i18nMemoryExportRoute = route(
  i18nMemoryExport,
  async ({ deps, principal, params, body, request }) => {
    const offer = chooseAccepted(request.headers.accept, OFFERS);
    if (!offer) {
      fail(
        'not_acceptable',
        `The Accept header matches no type of this export. Accept application/json or ${TMX}.`,
      );
    }
    const localeTags = body.locales ? requireLocaleTags(body.locales, '/locales') : null;
    const write = await exportMemory(deps, ownerOf(principal), { ...params, localeTags });
    const isFile = offer === OFFERS[1];
    const headers: Record<string, string> = { 'Content-Type': isFile ? TMX : JSON_TYPE };
    if (isFile) headers['Content-Disposition'] = 'attachment; filename="memory.tmx"';
    const pieces = isFile ? write() : inEnvelope(write);
    return { raw: Readable.from(pieces, { objectMode: false }), headers };
  },
);

async function* inEnvelope(
  write: Awaited<ReturnType<typeof exportMemory>>,
): AsyncGenerator<string, void> {
  let units = 0;
  yield '{"data":{"tmx":"';
  for await (const piece of write(() => units++)) yield JSON.stringify(piece).slice(1, -1);
  yield `","units":${units}},"meta":{}}`;
}
