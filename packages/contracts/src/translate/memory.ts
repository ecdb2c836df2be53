import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable } from '../schema/build.ts';
import { Id, LocaleTag, ProjectId, ValueText } from '../schema/common.ts';

/** Default of `minScore`. Texts with a lower score are hardly similar. */
export const DEFAULT_MIN_SCORE = 0.5;

export const MemoryMatch = named('MemoryMatch', {
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Similarity of the source strings, from 0 to 1. 1 means that they are equal.',
  }),
  source: Type.String({ description: 'Source string of the earlier translation.' }),
  target: Type.String({ description: 'Translation of the source string.' }),
  projectId: nullable(Id, {
    description: 'Project of the earlier translation. Null if it has none.',
  }),
  key: nullable(Type.String(), {
    description: 'Name of the key in that project. Null if there is none.',
  }),
});
export type MemoryMatch = Static<typeof MemoryMatch>;

export const translateMemorySearch = endpoint({
  id: 'translate.memory.search',
  method: 'POST',
  path: '/v1/translate/memory/search',
  summary: 'Finds earlier translations of the same or a similar string, best match first.',
  access: scoped('translate:read', 'i18n:read'),
  body: closed({
    text: ValueText,
    sourceLocale: LocaleTag,
    targetLocale: LocaleTag,
    projectId: Type.Optional(ProjectId),
    minScore: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        default: DEFAULT_MIN_SCORE,
        description: 'Minimum similarity, from 0 to 1. Defaults to 0.5.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.memoryMatches,
        default: LIMITS.memoryMatches,
        description: 'Maximum number of matches to return (1–50). Defaults to 50.',
      }),
    ),
  }),
  data: Type.Array(MemoryMatch),
});
