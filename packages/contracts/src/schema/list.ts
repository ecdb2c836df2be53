import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { closed, nullable } from './build.ts';
import { counting } from './common.ts';

const paging = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.pageSize,
      default: LIMITS.defaultPageSize,
      description: 'Rows of one page.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.cursorLength,
      description: 'Opaque: `meta.nextCursor` of the page before.',
    }),
  ),
};

const withArchived = {
  ...paging,
  archived: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether archived rows are listed as well.' }),
  ),
};

type Paging = typeof paging;
type PagingWithArchived = typeof withArchived;

/** Query of a list: `limit`, `cursor` and the list's own filters. */
export function listQuery(): TObject<Paging>;
export function listQuery<Filters extends TProperties>(filters: Filters): TObject<Paging & Filters>;
export function listQuery(filters: TProperties = {}): TObject {
  return closed({ ...paging, ...filters });
}

/** Query of a list whose rows can be archived. */
export function archivableListQuery(): TObject<PagingWithArchived>;
export function archivableListQuery<Filters extends TProperties>(
  filters: Filters,
): TObject<PagingWithArchived & Filters>;
export function archivableListQuery(filters: TProperties = {}): TObject {
  return closed({ ...withArchived, ...filters });
}

export const ListMeta = closed(
  {
    nextCursor: nullable(Type.String(), { description: 'Null on the last page.' }),
    limit: Type.Integer({ description: 'Most rows that a page has.' }),
    total: Type.Optional(counting('Rows of all pages; not every list says it.')),
  },
  { title: 'ListMeta', description: 'Where the list goes on.' },
);
export type ListMeta = Static<typeof ListMeta>;
