import type { FileRow } from '../src/format.ts';
import { type Conformance, defaultExpected, type Writing } from './conformance/case.ts';

/** The rows that come back from a JSON file of entries, in which blanks around a description are lost. */
export const describedOf = (
  conformance: Conformance,
  rows: readonly FileRow[],
  writing: Writing,
): FileRow[] =>
  defaultExpected(conformance, rows, writing).map(({ description, ...row }) => {
    const kept = description?.trim() ?? '';
    return kept === '' ? row : { ...row, description: kept };
  });

/** Name, text and description of a row, as `readWithToolkit` returns them. */
export const aboutOf = ({ name, values, description = '' }: FileRow): [string, string, string] => [
  name,
  values[0]!.text,
  description,
];
