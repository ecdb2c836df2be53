import { type Static, Type } from 'typebox';
import { endpoint, scoped } from './endpoint.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { Count, DayOrTimeInput, Id } from './schema/common.ts';

const amounts = { units: Count, billedUnits: Count, memoryHits: Count };

/** One row of a series; of the first four, it has the one that was grouped by. */
export const UsageRow = named('UsageRow', {
  day: Type.Optional(Type.String({ format: 'date', description: 'Day in UTC.' })),
  engine: Type.Optional(nullable(Type.String())),
  locale: Type.Optional(Type.String({ description: 'Target locale.' })),
  projectId: Type.Optional(nullable(Id)),
  ...amounts,
});
export type UsageRow = Static<typeof UsageRow>;

export const Usage = named('Usage', {
  totals: closed(amounts),
  series: Type.Array(UsageRow),
});
export type Usage = Static<typeof Usage>;

export const usageGet = endpoint({
  id: 'usage.get',
  method: 'GET',
  path: '/v1/usage',
  summary: 'Returns usage totals and a series, of the last 30 days unless told.',
  access: scoped('usage:read'),
  query: closed({
    from: Type.Optional(DayOrTimeInput),
    to: Type.Optional(DayOrTimeInput),
    groupBy: Type.Optional(choice(['day', 'engine', 'locale', 'project'], { default: 'day' })),
  }),
  data: Usage,
});
