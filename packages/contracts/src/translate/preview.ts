import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable } from '../schema/build.ts';
import {
  CanonicalLocaleTag,
  Code,
  counting,
  EngineName,
  Formality,
  Id,
  LocaleTag,
  NameOfKey,
  ProjectId,
} from '../schema/common.ts';
import { TranslationError, TranslationUsage, TranslationWarnings } from '../schema/translation.ts';
import { TranslationSettingsChange } from '../schema/translation-settings.ts';

export const PreviewedKey = named(
  'PreviewedKey',
  {
    keyId: Id,
    key: NameOfKey,
    sourceText: nullable(Type.String(), {
      description: 'Source string. Null if there is none; then no engine translates it.',
    }),
    text: nullable(Type.String(), {
      description: 'Current value in the locale. Null if there is none.',
    }),
    isReviewed: Type.Boolean({ description: 'True if people have approved the current value.' }),
  },
  'A key of a preview.',
);
export type PreviewedKey = Static<typeof PreviewedKey>;

export const EnginePreview = named(
  'EnginePreview',
  {
    engine: EngineName,
    local: Type.Boolean({ description: 'True if no text leaves the server.' }),
    texts: Type.Array(
      closed({
        keyId: Id,
        text: nullable(Type.String(), { description: 'The translation. Null if it failed.' }),
        warnings: TranslationWarnings,
        error: Type.Optional(TranslationError),
      }),
      { description: 'Translations of the keys that have a source string, in their order.' },
    ),
    requests: Type.Array(Type.String(), {
      description:
        'The body of each request that the engine was sent as JSON, without credentials. For an engine that runs on the server, the texts as it got them.',
    }),
    requestsOmitted: counting(
      `Number of requests that are left out, because all requests together have more than ${LIMITS.previewRequestsLength} characters.`,
    ),
    usage: nullable(TranslationUsage, {
      description: 'Usage of the engine. Null if no engine was called.',
    }),
    error: nullable(
      closed({ code: Code, detail: Type.String({ description: 'Cause of the failure.' }) }),
      { description: 'Cause if the engine translated nothing. Null otherwise.' },
    ),
  },
  'Translations of one engine.',
);
export type EnginePreview = Static<typeof EnginePreview>;

export const TranslationPreview = named('TranslationPreview', {
  sourceLocale: CanonicalLocaleTag,
  targetLocale: CanonicalLocaleTag,
  keys: Type.Array(PreviewedKey, { description: 'The keys, in the order of the request.' }),
  engines: Type.Array(EnginePreview, { description: 'The engines, in their order.' }),
  billedUnits: counting('Units that the call was billed for, or would be with `dryRun`.'),
  credits: counting('Cost: one credit for each billed unit.'),
});
export type TranslationPreview = Static<typeof TranslationPreview>;

export const translatePreview = endpoint({
  id: 'translate.preview',
  method: 'POST',
  path: '/v1/translate/preview',
  summary:
    'Translates some keys with engines side by side, and returns what each was shown. Stores no text.',
  access: scoped('translate:write', 'i18n:read'),
  body: closed({
    projectId: ProjectId,
    keyIds: Type.Array(Id, {
      minItems: 1,
      maxItems: LIMITS.previewKeys,
      uniqueItems: true,
      description: `Keys to translate (1–${LIMITS.previewKeys}).`,
    }),
    localeCode: LocaleTag,
    engines: Type.Optional(
      Type.Array(EngineName, {
        minItems: 1,
        maxItems: LIMITS.previewEngines,
        uniqueItems: true,
        description: `Engines to compare (1–${LIMITS.previewEngines}). Defaults to the engine that would translate.`,
      }),
    ),
    settings: Type.Optional({
      ...TranslationSettingsChange,
      description:
        'Settings to try, as a JSON merge patch of those of the project. They are not stored.',
    }),
    formality: Type.Optional(Formality),
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True to return only the keys and the cost. No engine is called.',
      }),
    ),
  }),
  data: TranslationPreview,
  errors: [
    'insufficient_credits',
    'limit_exceeded',
    'unsupported_pair',
    'engine_model_loading',
    'engine_unavailable',
  ],
});
