import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable } from '../schema/build.ts';
import { Id, LocaleTag, ValueText } from '../schema/common.ts';

export const MemoryMatch = named('MemoryMatch', {
  score: Type.Number({ minimum: 0, maximum: 1, description: '1: the same text.' }),
  source: Type.String(),
  target: Type.String(),
  projectId: nullable(Id),
  key: nullable(Type.String()),
});
export type MemoryMatch = Static<typeof MemoryMatch>;

export const translateMemorySearch = endpoint({
  id: 'translate.memory.search',
  method: 'POST',
  path: '/v1/translate/memory/search',
  summary: 'Finds earlier translations of the same or a similar text, best first.',
  access: scoped('translate:read', 'i18n:read'),
  body: closed({
    text: ValueText,
    sourceLocale: LocaleTag,
    targetLocale: LocaleTag,
    projectId: Type.Optional(Id),
    minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.memoryMatches })),
  }),
  data: Type.Array(MemoryMatch),
});
