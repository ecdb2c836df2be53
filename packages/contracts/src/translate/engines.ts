import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named, nullable } from '../schema/build.ts';
import { CanonicalLocaleTag, EngineName, LocaleTag, ProjectId } from '../schema/common.ts';

export const EnginePair = named(
  'EnginePair',
  {
    sourceLocale: CanonicalLocaleTag,
    targetLocale: CanonicalLocaleTag,
    status: choice(['ready', 'loadable', 'unavailable', 'unsupported'], {
      description:
        '`ready`: translates now. `loadable`: downloads a model at the first translation. `unavailable`: did not answer, could not find out, or has failed for now. `unsupported`: does not translate the pair.',
    }),
    position: nullable(Type.Integer({ minimum: 1 }), {
      description:
        'Position among the engines that translate into the target locale, from 1: those of the project if `projectId` is given. Null if the engine is used only when it is named.',
    }),
    reason: nullable(Type.String(), {
      description: 'Why the engine is unavailable or does not support the pair. Null otherwise.',
    }),
    via: nullable(Type.String(), {
      description:
        'Language or model that is used in place of the requested one, or between the two. Null if the pair is translated as requested.',
    }),
  },
  'Answer of an engine about a pair of locales.',
);
export type EnginePair = Static<typeof EnginePair>;

export const TranslationEngine = named(
  'TranslationEngine',
  {
    name: EngineName,
    position: nullable(Type.Integer({ minimum: 1 }), {
      description:
        'Position in the default chain, from 1. Null if the engine is used only when it is named.',
    }),
    local: Type.Boolean({ description: 'True if no text leaves the server.' }),
    formality: Type.Boolean({ description: 'True if the engine supports formality.' }),
    creditsPerUnit: Type.Integer({
      minimum: 0,
      description: 'Price of a billed unit in credits. 0 on the plan `self_hosted`.',
    }),
    pair: nullable(EnginePair, {
      description: 'Answer for `targetLocale`. Null if it was not requested.',
    }),
    pairs: Type.Array(EnginePair, {
      description: 'Answers for `targetLocales`, in their order and each once.',
    }),
  },
  'A configured translation engine.',
);
export type TranslationEngine = Static<typeof TranslationEngine>;

export const translateEngines = endpoint({
  id: 'translate.engines',
  method: 'GET',
  path: '/v1/translate/engines',
  summary:
    'Lists the configured engines, those that are used by default first, and if each is ready for pairs.',
  access: scoped('translate:read'),
  query: closed({
    projectId: Type.Optional({
      ...ProjectId,
      description: 'Project whose order of engines applies. Defaults to the order of the server.',
    }),
    sourceLocale: Type.Optional({
      ...LocaleTag,
      description: 'Source locale. Requires `targetLocale` or `targetLocales`.',
    }),
    targetLocale: Type.Optional({
      ...LocaleTag,
      description: 'Target locale. Requires `sourceLocale`.',
    }),
    targetLocales: Type.Optional(
      Type.Array(LocaleTag, {
        minItems: 1,
        maxItems: LIMITS.engineTargets,
        description: `Target locales (1–${LIMITS.engineTargets}), separated by commas. Requires \`sourceLocale\`.`,
      }),
    ),
  }),
  data: Type.Array(TranslationEngine),
});
