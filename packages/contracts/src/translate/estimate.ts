import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, recordOf } from '../schema/build.ts';
import { Count } from '../schema/common.ts';
import { TranslationError } from '../schema/translation.ts';
import { TranslationWork } from '../schema/work.ts';

const amounts = { units: Count, billableUnits: Count, memoryHits: Count };

export const Estimate = named('Estimate', {
  ...amounts,
  credits: Count,
  affordable: Type.Boolean(),
  perLocale: recordOf(
    closed({
      strings: Count,
      ...amounts,
      // Why strings that need an engine would fail: none translates into the locale. Nothing counts them.
      error: Type.Optional(TranslationError),
    }),
  ),
});
export type Estimate = Static<typeof Estimate>;

export const translateEstimate = endpoint({
  id: 'translate.estimate',
  method: 'POST',
  path: '/v1/translate/estimate',
  summary: 'Estimates the units of a call or a job; no engine is called.',
  access: scoped('translate:read'),
  body: TranslationWork,
  bodyLimitBytes: LIMITS.importBodyBytes,
  data: Estimate,
  errors: ['limit_exceeded'],
});
