import { type Static, Type } from 'typebox';
import { endpoint, scoped } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { DayOrTimeInput, Id, unitCounts } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';

export const UsageRow = named(
  'UsageRow',
  {
    day: Type.Optional(Type.String({ format: 'date', description: 'Day in UTC.' })),
    engine: Type.Optional(
      nullable(Type.String(), {
        description:
          'Engine that translated the strings, or `memory` for the translation memory. Null if no engine was needed.',
      }),
    ),
    locale: Type.Optional(Type.String({ description: 'Target locale.' })),
    projectId: Type.Optional(
      nullable(Id, { description: 'Project of the strings. Null for strings without a project.' }),
    ),
    projectName: Type.Optional(
      nullable(Type.String(), {
        description: 'Current name of the project. Null for strings without a project.',
      }),
    ),
    ...unitCounts,
  },
  'One row of a usage series. Of `day`, `engine`, `locale` and `projectId` with `projectName`, it contains only what the series is grouped by.',
);
export type UsageRow = Static<typeof UsageRow>;

export const Usage = named('Usage', {
  totals: closed(unitCounts, { description: 'Totals of the whole period.' }),
  series: Type.Array(UsageRow, {
    description:
      'A page of rows by group: days in their order, other groups by their units, most first. Groups without usage have no row.',
  }),
});
export type Usage = Static<typeof Usage>;

export const usageGet = endpoint({
  id: 'usage.get',
  method: 'GET',
  path: '/v1/usage',
  summary: 'Returns usage totals and a series. Defaults to the last 30 days.',
  access: scoped('usage:read'),
  query: closed({
    ...listQuery().properties,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.pageSize,
        default: LIMITS.pageSize,
        description: 'Maximum number of rows of the series (1–500). Defaults to 500.',
      }),
    ),
    from: Type.Optional(DayOrTimeInput),
    to: Type.Optional(DayOrTimeInput),
    groupBy: Type.Optional(
      choice(['day', 'engine', 'locale', 'project'], {
        default: 'day',
        description: 'Grouping of the series.',
      }),
    ),
  }),
  data: Usage,
  meta: ListMeta,
});
