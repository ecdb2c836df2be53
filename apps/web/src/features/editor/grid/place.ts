/**
 * A cell of the grid. Rows are numbered from 0 over all rows that match the query. Columns are numbered as in
 * `columns.ts`.
 */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}
