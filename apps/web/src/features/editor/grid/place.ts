/** A place in the grid. Rows count from 0 through the whole result, columns as in `columns.ts`. */
export interface Place {
  readonly row: number;
  readonly column: number;
}
