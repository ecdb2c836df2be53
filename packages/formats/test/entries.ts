import type { FileRow } from '../src/format.ts';
import { type Conformance, defaultExpected, type Writing } from './conformance/case.ts';

/** Returns the expected rows of a JSON file of entries, whose descriptions lose surrounding white space. */
export const describedOf = (
  conformance: Conformance,
  rows: readonly FileRow[],
  writing: Writing,
): FileRow[] =>
  defaultExpected(conformance, rows, writing).map(({ description, ...row }) => {
    const kept = description?.trim() ?? '';
    return kept === '' ? row : { ...row, description: kept };
  });

/** Returns the name, text and description of a row in the form of `readWithToolkit`. */
export const aboutOf = ({ name, values, description = '' }: FileRow): [string, string, string] => [
  name,
  values[0]!.text,
  description,
];
