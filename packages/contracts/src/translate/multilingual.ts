import type { Static } from 'typebox';
import { endpoint, scoped, withBodyScopes } from '../endpoint.ts';
import { named } from '../schema/build.ts';
import { TargetLocales } from '../schema/common.ts';
import {
  stringsBody,
  synchronousLimit,
  TranslationsByLocale,
  TranslationUsage,
} from '../schema/translation.ts';

export const MultilingualTranslation = named('MultilingualTranslation', {
  locales: TranslationsByLocale,
  usage: TranslationUsage,
});
export type MultilingualTranslation = Static<typeof MultilingualTranslation>;

export const translateMultilingual = endpoint({
  id: 'translate.multilingual',
  method: 'POST',
  path: '/v1/translate/multilingual',
  summary: 'Translates many strings into many locales.',
  access: withBodyScopes(scoped('translate:write'), { scopesIf: { projectId: ['i18n:read'] } }),
  body: stringsBody(synchronousLimit, { targetLocales: TargetLocales }),
  data: MultilingualTranslation,
  errors: [
    'limit_exceeded',
    'insufficient_credits',
    'unsupported_pair',
    'engine_failed',
    'engine_unavailable',
    'engine_model_loading',
    'engine_timeout',
  ],
  idempotent: true,
});
