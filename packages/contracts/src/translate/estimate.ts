import { type Static, Type } from 'typebox';
import { endpoint, scoped, withBodyScopes } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable, recordOf } from '../schema/build.ts';
import { counting, unitCounts } from '../schema/common.ts';
import { TranslationError } from '../schema/translation.ts';
import { TranslationWork } from '../schema/work.ts';

const amounts = {
  units: unitCounts.units,
  billableUnits: counting('Units that the call or job would be billed for.'),
  memoryHits: unitCounts.memoryHits,
};

export const Estimate = named('Estimate', {
  ...amounts,
  credits: counting('Estimated cost: one credit for each billable unit.'),
  affordable: Type.Boolean({ description: 'True if the available credits cover the cost.' }),
  perLocale: recordOf(
    closed({
      strings: counting('Number of strings that would be translated.'),
      ...amounts,
      engine: nullable(Type.String(), {
        description:
          'Engine that would translate first. Null if no engine can translate into the locale.',
      }),
      renewable: counting(
        'Number of values of the project that `include: ["renewable"]` would translate, in this job or another. 0 for strings of the request.',
      ),
      error: Type.Optional({
        ...TranslationError,
        description:
          'Present if strings need an engine and none can translate into the locale. These strings would fail and are not counted.',
      }),
    }),
    { description: 'Estimate by target locale.' },
  ),
});
export type Estimate = Static<typeof Estimate>;

export const translateEstimate = endpoint({
  id: 'translate.estimate',
  method: 'POST',
  path: '/v1/translate/estimate',
  summary: 'Estimates the units of a translate call or job without calling an engine.',
  access: withBodyScopes(scoped('translate:read'), { scopesIf: { projectId: ['i18n:read'] } }),
  body: TranslationWork,
  bodyLimitBytes: LIMITS.importBodyBytes,
  data: Estimate,
  errors: ['limit_exceeded'],
});
