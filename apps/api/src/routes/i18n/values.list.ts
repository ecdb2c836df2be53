import { i18nValuesList } from '@parlance/contracts';
import { pageValues } from '../../domain/editing/index.ts';
import { listFromRows } from '../../http/answer/answer-from-rows.ts';
import { route } from '../../http/route.ts';
import { presentMissing, presentValue } from './value.present.ts';

export const i18nValuesListRoute = route(i18nValuesList, (call) =>
  listFromRows(
    call,
    (db, state) => pageValues(db, state, call.query, call.signal),
    (row) => (row.text === null ? presentMissing(row) : presentValue(row)),
  ),
);
