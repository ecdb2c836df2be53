import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/schema.generated.ts';

type NounTable = keyof Database;
type NounColumn<T extends NounTable> = keyof Database[T] & string;

/**
 * Describes how a resource of the API is stored: the column of each member of its responses, and
 * all columns that are read.
 */
interface NounRecord<T extends NounTable, Members, Columns> {
  readonly table: T;
  readonly members: Members;
  readonly columns: readonly Columns[];
}

/**
 * Describes a resource that is stored as a row of a table.
 * @param members - Column of each member of a response
 * @param others - Further columns that the domain reads
 */
export function recordOf<
  T extends NounTable,
  const Members extends Readonly<Record<string, NounColumn<T>>>,
  const Others extends readonly NounColumn<T>[],
>(
  table: T,
  members: Members,
  others: Others,
): NounRecord<T, Members, Members[keyof Members] | Others[number]> {
  const columns = [...Object.values(members), ...others] as (
    | Members[keyof Members]
    | Others[number]
  )[];
  return { table, members, columns };
}

export type RowOf<R> =
  R extends NounRecord<infer T, unknown, infer Columns>
    ? Pick<Selectable<Database[T]>, Columns & keyof Selectable<Database[T]>>
    : never;

/** Type of a column value in a response, in which times are strings (RFC 3339). */
type Shown<Value> = Value extends Date ? string : Value;

/** Returns the members of a response. */
export function membersOf<Members extends Readonly<Record<string, string>>, Row>(
  { members }: { readonly members: Members },
  row: Row,
): { [M in keyof Members]: Shown<Row[Members[M] & keyof Row]> } {
  const shown = Object.entries(members).map(([member, column]) => {
    const value = row[column as keyof Row];
    return [member, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(shown);
}

/** SQL for the columns of a record in the rows of an alias. */
export const selectedColumns = (
  { columns }: { readonly columns: readonly string[] },
  alias: string,
): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)));
