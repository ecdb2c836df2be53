import type { UsageRow } from '@parlance/contracts';
import type { UsageGroup, UsageSumsRow } from '../../domain/billing/index.ts';

const MEMBERS = {
  day: ({ group }) => ({ day: group! }),
  engine: ({ group }) => ({ engine: group }),
  locale: ({ group }) => ({ locale: group! }),
  project: ({ group, projectName }) => ({ projectId: group, projectName }),
} satisfies Record<UsageGroup, (row: UsageSumsRow) => Partial<UsageRow>>;

export const presentUsageRow =
  (groupBy: UsageGroup) =>
  (row: UsageSumsRow): UsageRow => {
    const { group: _, projectName: __, ...sums } = row;
    return { ...MEMBERS[groupBy](row), ...sums };
  };
