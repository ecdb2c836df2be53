/** A place in the grid. Rows are numbered from 0 in the whole result, and columns as in `columns.ts`. */
export interface Place {
  readonly row: number;
  readonly column: number;
}
