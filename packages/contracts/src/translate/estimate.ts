import { type Static, Type } from 'typebox';
import { endpoint, scoped, withBodyScopes } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, recordOf } from '../schema/build.ts';
import { counting, unitCounts } from '../schema/common.ts';
import { TranslationError } from '../schema/translation.ts';
import { TranslationWork } from '../schema/work.ts';

const amounts = {
  units: unitCounts.units,
  billableUnits: counting('Those that the call or the job would be billed.'),
  memoryHits: unitCounts.memoryHits,
};

export const Estimate = named('Estimate', {
  ...amounts,
  credits: counting('What it would cost: one for each billable unit.'),
  affordable: Type.Boolean({ description: 'Whether the credits that are left suffice.' }),
  perLocale: recordOf(
    closed({
      strings: counting('Strings that would be translated.'),
      ...amounts,
      error: Type.Optional({
        ...TranslationError,
        description:
          'Why strings that need an engine would fail: none translates into the locale. Nothing counts them.',
      }),
    }),
    { description: 'By target locale.' },
  ),
});
export type Estimate = Static<typeof Estimate>;

export const translateEstimate = endpoint({
  id: 'translate.estimate',
  method: 'POST',
  path: '/v1/translate/estimate',
  summary: 'Estimates the units of a call or a job; no engine is called.',
  access: withBodyScopes(scoped('translate:read'), { scopesIf: { projectId: ['i18n:read'] } }),
  body: TranslationWork,
  bodyLimitBytes: LIMITS.importBodyBytes,
  data: Estimate,
  errors: ['limit_exceeded'],
});
