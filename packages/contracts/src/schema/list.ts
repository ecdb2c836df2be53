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
      description: 'Maximum number of rows to return (1–500). Defaults to 100.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.cursorLength,
      description: 'Opaque cursor: `meta.nextCursor` of the previous page.',
    }),
  ),
};

const withArchived = {
  ...paging,
  archived: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'True to include archived rows. Defaults to false.',
    }),
  ),
};

export const onlyArchived = {
  onlyArchived: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'True to list archived rows only. Defaults to false.',
    }),
  ),
};

type Paging = typeof paging;
type PagingWithArchived = typeof withArchived;

/** Returns the query schema of a list: `limit`, `cursor` and the given filters. */
export function listQuery(): TObject<Paging>;
export function listQuery<Filters extends TProperties>(filters: Filters): TObject<Paging & Filters>;
export function listQuery(filters: TProperties = {}): TObject {
  return closed({ ...paging, ...filters });
}

/** Returns the query schema of a list whose rows can be archived. */
export function archivableListQuery(): TObject<PagingWithArchived>;
export function archivableListQuery<Filters extends TProperties>(
  filters: Filters,
): TObject<PagingWithArchived & Filters>;
export function archivableListQuery(filters: TProperties = {}): TObject {
  return closed({ ...withArchived, ...filters });
}

export const ListMeta = closed(
  {
    nextCursor: nullable(Type.String(), {
      description: 'Cursor of the next page. Null on the last page.',
    }),
    limit: Type.Integer({ description: 'Maximum number of rows in a page.' }),
    total: Type.Optional(counting('Number of rows in all pages. Not every list returns it.')),
  },
  { title: 'ListMeta', description: 'Pagination of a list.' },
);
export type ListMeta = Static<typeof ListMeta>;

/** Pagination of a list whose oldest rows are deleted after a while. */
export const AgingListMeta = closed(
  {
    ...ListMeta.properties,
    olderDeleted: Type.Boolean({
      description:
        'True on the last page if there were older rows that are deleted: because of their age, or with the values of their locale.',
    }),
  },
  { title: 'AgingListMeta', description: 'Pagination of a list whose oldest rows may be deleted.' },
);
export type AgingListMeta = Static<typeof AgingListMeta>;
