import { type Static, Type } from 'typebox';
import { endpoint, scoped, withBodyScopes } from '../endpoint.ts';
import { closed, named } from '../schema/build.ts';
import { CanonicalLocaleTag, LocaleTag, ValueText } from '../schema/common.ts';
import {
  TranslationUsage,
  TranslationWarnings,
  translationOptions,
} from '../schema/translation.ts';

export const TranslatedText = named('TranslatedText', {
  text: Type.String({ description: 'The translation.' }),
  sourceLocale: CanonicalLocaleTag,
  targetLocale: CanonicalLocaleTag,
  warnings: TranslationWarnings,
  usage: TranslationUsage,
});
export type TranslatedText = Static<typeof TranslatedText>;

export const translateText = endpoint({
  id: 'translate.text',
  method: 'POST',
  path: '/v1/translate/text',
  summary: 'Translates one string.',
  access: withBodyScopes(scoped('translate:write'), { scopesIf: { projectId: ['i18n:read'] } }),
  body: closed({
    text: ValueText,
    sourceLocale: LocaleTag,
    targetLocale: LocaleTag,
    ...translationOptions,
  }),
  data: TranslatedText,
  errors: [
    'insufficient_credits',
    'content_invalid',
    'unknown_syntax',
    'unsupported_pair',
    'engine_failed',
    'engine_unavailable',
    'engine_model_loading',
    'engine_timeout',
  ],
  idempotent: true,
});
