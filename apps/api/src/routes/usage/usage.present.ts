import type { Usage, UsageRow } from '@parlance/contracts';
import { totalOf, type UsageGroup, type UsageSumsRow } from '../../domain/usage/usage.store.ts';

const MEMBERS = {
  day: ({ group }) => ({ day: group! }),
  engine: ({ group }) => ({ engine: group }),
  locale: ({ group }) => ({ locale: group! }),
  project: ({ group, projectName }) => ({ projectId: group, projectName }),
} satisfies Record<UsageGroup, (row: UsageSumsRow) => Partial<UsageRow>>;

const presentUsageRow =
  (groupBy: UsageGroup) =>
  (row: UsageSumsRow): UsageRow => {
    const { group: _, projectName: __, ...sums } = row;
    return { ...MEMBERS[groupBy](row), ...sums };
  };

export const presentUsage = (rows: readonly UsageSumsRow[], groupBy: UsageGroup): Usage => ({
  totals: totalOf(rows),
  series: rows.map(presentUsageRow(groupBy)),
});
