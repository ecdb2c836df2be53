import { translateEstimate } from '@parlance/contracts';
import { type Amounts, refreshAvailableCredits, sumAmounts } from '../../domain/billing/index.ts';
import {
  estimateMissing,
  estimateStrings,
  resolveRequest,
} from '../../domain/translation/index.ts';
import { route } from '../../http/route.ts';

export const translateEstimateRoute = route(
  translateEstimate,
  async ({ deps, principal, body, signal }) => {
    const estimate =
      'strings' in body
        ? await estimateStrings(deps, await resolveRequest(deps.db, principal, body), signal)
        : await estimateMissing(deps, principal, body, signal);
    const total = amountsOf(sumAmounts(estimate.values()));
    const available = await refreshAvailableCredits(deps, principal.organizationId);
    const perLocale = [...estimate].map(
      ([locale, amounts]) =>
        [
          locale,
          {
            strings: amounts.strings,
            ...amountsOf(amounts),
            engine: amounts.engine,
            renewable: amounts.renewable,
            ...(amounts.refusal ? { error: amounts.refusal } : {}),
          },
        ] as const,
    );
    return {
      data: {
        ...total,
        credits: total.billableUnits,
        affordable: available === null || total.billableUnits <= available,
        perLocale: Object.fromEntries(perLocale),
      },
    };
  },
);

const amountsOf = ({ units, billedUnits, memoryHits }: Amounts) => ({
  units,
  billableUnits: billedUnits,
  memoryHits,
});
