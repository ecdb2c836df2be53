import { type Static, Type } from 'typebox';
import { endpoint, scoped } from './endpoint.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { DayOrTimeInput, Id, unitCounts } from './schema/common.ts';

export const UsageRow = named(
  'UsageRow',
  {
    day: Type.Optional(Type.String({ format: 'date', description: 'Day in UTC.' })),
    engine: Type.Optional(
      nullable(Type.String(), {
        description:
          '`memory` for what the translation memory answered; null where none was needed.',
      }),
    ),
    locale: Type.Optional(Type.String({ description: 'Target locale.' })),
    projectId: Type.Optional(nullable(Id, { description: 'Null for strings without a project.' })),
    ...unitCounts,
  },
  'One row of a series; of `day`, `engine`, `locale` and `projectId` it has what was grouped by.',
);
export type UsageRow = Static<typeof UsageRow>;

export const Usage = named('Usage', {
  totals: closed(unitCounts, { description: 'Of the whole time.' }),
  series: Type.Array(UsageRow, { description: 'A group without usage has no row.' }),
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
    groupBy: Type.Optional(
      choice(['day', 'engine', 'locale', 'project'], {
        default: 'day',
        description: 'What a row of the series is of.',
      }),
    ),
  }),
  data: Usage,
});
