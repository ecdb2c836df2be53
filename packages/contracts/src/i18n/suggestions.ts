import { type Static, Type } from 'typebox';
import { endpoint, scoped, withBodyScopes } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import {
  CanonicalLocaleTag,
  Code,
  EngineName,
  Id,
  LocaleTag,
  NameOfKey,
  ProjectId,
} from '../schema/common.ts';
import { TranslationUsage, TranslationWarnings } from '../schema/translation.ts';

export const MemorySuggestion = named(
  'MemorySuggestion',
  {
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Similarity of the source strings, from 0 to 1. 1 means that they are equal.',
    }),
    text: Type.String({
      description:
        'The earlier translation. If the source strings differ only in their placeholders, it has those of this key.',
    }),
    source: Type.String({ description: 'Source string of the earlier translation.' }),
    sourceDiff: Type.Array(
      closed({
        kind: choice(['same', 'added', 'removed'], {
          description: '`added`: only this key has it. `removed`: only the earlier string has it.',
        }),
        text: Type.String({
          description: 'Words of the string, with the characters between them.',
        }),
      }),
      { description: 'Changes from the earlier source string to that of this key, in order.' },
    ),
    fits: Type.Boolean({
      description: 'False if a check finds an error in the text as a translation of this key.',
    }),
    projectId: Id,
    key: nullable(NameOfKey, {
      description: 'Name of the key in that project. Null for an imported translation.',
    }),
  },
  'An earlier translation of the same or a similar source string.',
);
export type MemorySuggestion = Static<typeof MemorySuggestion>;

const Offset = Type.Integer({ minimum: 0, description: 'Position in UTF-16 code units.' });

export const TermSuggestion = named(
  'TermSuggestion',
  {
    termId: Id,
    start: Offset,
    end: Offset,
    source: Type.String({ description: 'The term as the source string has it.' }),
    target: nullable(Type.String(), {
      description: 'Translation of the term. Null if it is not to be translated.',
    }),
  },
  'A term of the glossary in the source string.',
);
export type TermSuggestion = Static<typeof TermSuggestion>;

export const EngineSuggestion = named(
  'EngineSuggestion',
  {
    engine: EngineName,
    text: nullable(Type.String(), { description: 'The translation. Null if there is none.' }),
    warnings: TranslationWarnings,
    usage: nullable(TranslationUsage, { description: 'Usage of the call. Null if it failed.' }),
    error: nullable(
      closed({ code: Code, detail: Type.String({ description: 'Cause of the failure.' }) }),
      { description: 'Cause if there is no translation. Null otherwise.' },
    ),
  },
  'Answer of a translation engine.',
);
export type EngineSuggestion = Static<typeof EngineSuggestion>;

export const Suggestions = named(
  'Suggestions',
  {
    locale: CanonicalLocaleTag,
    sourceText: nullable(Type.String({ description: 'Source string.' }), {
      description: 'Source string. Null if there is none; then there are no suggestions.',
    }),
    memory: Type.Array(MemorySuggestion, {
      description: `Earlier translations, best first. At most ${LIMITS.memorySuggestions}.`,
    }),
    terms: Type.Array(TermSuggestion, {
      description: 'Terms of the glossary, in the order of the source string.',
    }),
    codePatterns: Type.Array(Type.String(), {
      description:
        'Regular expressions for words that are code in the texts of the project, such as `~name~`, for the checks of a translation. Empty if the source string may have no such word.',
    }),
    engines: Type.Array(EngineSuggestion, {
      description: 'Answers of the named engines, in the order of the request.',
    }),
  },
  'Suggestions for the value of a key.',
);
export type Suggestions = Static<typeof Suggestions>;

export const i18nKeysSuggestions = endpoint({
  id: 'i18n.keys.suggestions',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/keys/:keyId/suggestions',
  summary:
    'Suggests texts for a value: memory, glossary, engines. NDJSON has engines as they answer.',
  access: withBodyScopes(scoped('i18n:read'), { scopesIf: { engines: ['translate:write'] } }),
  params: closed({ projectId: ProjectId, keyId: Id }),
  body: closed({
    locale: LocaleTag,
    engines: Type.Optional(
      Type.Array(EngineName, {
        maxItems: LIMITS.suggestionEngines,
        uniqueItems: true,
        description:
          'Engines to translate the source string with. Each is metered like a translation.',
      }),
    ),
  }),
  data: Suggestions,
  errors: ['archived'],
  rawContentTypes: ['application/x-ndjson'],
});
