import { type Static, Type } from 'typebox';
import { endpoint, scoped, withBodyScopes } from '../endpoint.ts';
import { named } from '../schema/build.ts';
import { LocaleTag } from '../schema/common.ts';
import {
  stringsBody,
  synchronousLimit,
  TranslationItem,
  TranslationUsage,
} from '../schema/translation.ts';

export const BulkTranslation = named('BulkTranslation', {
  items: Type.Array(TranslationItem, { description: 'Strings in the order of the request.' }),
  usage: TranslationUsage,
});
export type BulkTranslation = Static<typeof BulkTranslation>;

export const translateBulk = endpoint({
  id: 'translate.bulk',
  method: 'POST',
  path: '/v1/translate/bulk',
  summary: 'Translates many strings into one locale. Each failed string has its own error.',
  access: withBodyScopes(scoped('translate:write'), { scopesIf: { projectId: ['i18n:read'] } }),
  body: stringsBody(synchronousLimit, { targetLocale: LocaleTag }),
  data: BulkTranslation,
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
