import { failUsage } from '../fault.ts';
import { align } from '../output/align.ts';
import { escapeText } from '../output/escape-text.ts';
import { cellOf } from '../output/markdown.ts';
import type { ComparedEngine } from './compare-engines.ts';

const FORMATS = ['json', 'csv', 'md'] as const;
type ReportFormat = (typeof FORMATS)[number];

const COLUMNS = [
  'locale',
  'engine',
  'texts',
  'chrF',
  'equal',
  'broken',
  'failed',
  'units',
  'error',
] as const satisfies readonly (keyof ComparedEngine)[];

const TEXTS = ['locale', 'engine', 'error'] as const;

/**
 * Returns the format of a report by the extension of its file name.
 * @throws CliError
 */
export function formatOf(path: string): ReportFormat {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const format = FORMATS.find((one) => one === ending);
  return format ?? failUsage('The name of the file of --out ends in .json, .csv or .md.');
}

export function writeReport(format: ReportFormat, results: readonly ComparedEngine[]): string {
  if (format === 'json') return `${JSON.stringify({ results }, null, 2)}\n`;
  const rows = rowsOf(results);
  const lines =
    format === 'csv'
      ? [COLUMNS, ...rows].map((row) => row.map(csvCell).join(','))
      : [COLUMNS, COLUMNS.map(() => '---'), ...rows.map((row) => row.map(cellOf))].map(
          (row) => `| ${row.join(' | ')} |`,
        );
  return `${lines.join('\n')}\n`;
}

/** Returns the lines of a table for a terminal. */
export function tableOf(results: readonly ComparedEngine[]): string[] {
  const hasErrors = results.some(({ error }) => error !== null);
  const width = hasErrors ? COLUMNS.length : COLUMNS.length - 1;
  const rows = [COLUMNS, ...rowsOf(results)].map((row) => row.slice(0, width).map(escapeText));
  return align(
    rows,
    TEXTS.map((name) => COLUMNS.indexOf(name)),
  );
}

const rowsOf = (results: readonly ComparedEngine[]): string[][] =>
  results.map((result) => COLUMNS.map((column) => String(result[column] ?? '')));

/** Quotes a cell for CSV (RFC 4180). */
const csvCell = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
