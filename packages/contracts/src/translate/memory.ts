import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable } from '../schema/build.ts';
import { Id, LocaleTag, ValueText } from '../schema/common.ts';

/** Below it texts have little in common but their letters. */
export const DEFAULT_MIN_SCORE = 0.5;

export const MemoryMatch = named('MemoryMatch', {
  score: Type.Number({ minimum: 0, maximum: 1, description: '1: the same text.' }),
  source: Type.String({ description: 'The earlier text.' }),
  target: Type.String({ description: 'Its translation.' }),
  projectId: nullable(Id, { description: 'Where it was translated.' }),
  key: nullable(Type.String(), { description: 'Name of the key there.' }),
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
    minScore: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        default: DEFAULT_MIN_SCORE,
        description: 'How similar a text has to be: 1 for the same.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.memoryMatches,
        default: LIMITS.memoryMatches,
        description: 'Most matches.',
      }),
    ),
  }),
  data: Type.Array(MemoryMatch),
});
