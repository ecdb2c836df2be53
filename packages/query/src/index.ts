export { type ParseResult, parseQuery } from './parse.ts';
export { printQuery } from './print.ts';
export {
  type Comparison,
  type Condition,
  EMPTY_QUERY,
  FEATURES,
  type Feature,
  ORIGINS,
  type Origin,
  QUERY_LIMITS,
  type Query,
  type QueryFault,
  STATUSES,
  type Status,
  type Term,
} from './query.ts';
export { type TimeRange, timeRangeOf } from './time.ts';
