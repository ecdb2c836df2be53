export { type ClientOptions, createClient } from './client.ts';
export type * from './contract.ts';
export { type CountedFindings, countFindings } from './count-findings.ts';
export { isParlanceError, ParlanceConnectionError, ParlanceError } from './errors.ts';
export { type PagedMethod, paginate, paginatePages } from './paginate.ts';
export { readEvents } from './read-events.ts';
export type { RawBody } from './request.ts';
export type { Fetch } from './send.ts';
export type * from './types.ts';
