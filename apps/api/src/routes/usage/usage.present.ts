import type { Usage, UsageRow } from '@parlance/contracts';
import { totalOf, type UsageGroup, type UsageSumsRow } from '../../domain/usage/usage.store.ts';

const MEMBERS = {
  day: (day) => ({ day: day! }),
  engine: (engine) => ({ engine }),
  locale: (locale) => ({ locale: locale! }),
  project: (projectId) => ({ projectId }),
} satisfies Record<UsageGroup, (group: string | null) => Partial<UsageRow>>;

const presentUsageRow =
  (groupBy: UsageGroup) =>
  ({ group, ...sums }: UsageSumsRow): UsageRow => ({ ...MEMBERS[groupBy](group), ...sums });

export const presentUsage = (rows: readonly UsageSumsRow[], groupBy: UsageGroup): Usage => ({
  totals: totalOf(rows),
  series: rows.map(presentUsageRow(groupBy)),
});
