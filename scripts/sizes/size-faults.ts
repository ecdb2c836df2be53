import { findCycles } from './find-cycles.ts';
import type { MeasuredFile, MeasuredFunction } from './measure-file.ts';

const MAX_FILE = 400;
const MAX_FUNCTION = 80;
const MAX_COMPONENT = 150;

/** Files and functions that exceed the limits, with their numbers of lines. These may only decrease. */
export interface SizeExceptions {
  readonly files: Readonly<Record<string, number>>;
  /** Keys are `path#name`. */
  readonly functions: Readonly<Record<string, number>>;
  /** Groups of files that import one another. */
  readonly cycles: readonly (readonly string[])[];
}

const limitOf = ({ isComponent }: MeasuredFunction): number =>
  isComponent ? MAX_COMPONENT : MAX_FUNCTION;

/** Compares the sizes of files with the limits and the exceptions, and returns instructions for each fault. */
export function sizeFaults(files: readonly MeasuredFile[], allowed: SizeExceptions): string[] {
  const large = files.filter(({ lines }) => lines > MAX_FILE);
  const long = new Map<string, number>();
  for (const { path, functions } of files)
    for (const one of functions) {
      if (one.lines <= limitOf(one)) continue;
      const name = `${path}#${one.name}`;
      long.set(name, Math.max(one.lines, long.get(name) ?? 0));
    }
  return [
    ...compare(new Map(large.map(({ path, lines }) => [path, lines])), allowed.files),
    ...compare(long, allowed.functions),
    ...cycleFaults(files, allowed.cycles),
  ];
}

function compare(
  found: ReadonlyMap<string, number>,
  allowed: Readonly<Record<string, number>>,
): string[] {
  const faults: string[] = [];
  for (const [name, lines] of found) {
    const most = allowed[name];
    if (most === undefined) faults.push(`${name} has ${lines} lines. Split it.`);
    else if (lines > most) faults.push(`${name} grew from ${most} to ${lines} lines. Split it.`);
    else if (lines < most)
      faults.push(`${name} has ${lines} lines: lower its ${most} in exceptions.json.`);
  }
  for (const name of Object.keys(allowed)) {
    if (!found.has(name)) faults.push(`${name} is small enough: remove it from exceptions.json.`);
  }
  return faults;
}

function cycleFaults(
  files: readonly MeasuredFile[],
  allowed: readonly (readonly string[])[],
): string[] {
  const cycles = findCycles(new Map(files.map(({ path, imports }) => [path, imports])));
  const isWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
    inner.every((file) => outer.includes(file));
  const fresh = cycles.filter((cycle) => !allowed.some((known) => isWithin(cycle, known)));
  const stale = allowed.filter((known) => !cycles.some((cycle) => isWithin(cycle, known)));
  return [
    ...fresh.map((cycle) => `These files import one another: ${cycle.join(', ')}.`),
    ...stale.map((known) => `No cycle any more, remove it from exceptions.json: ${known[0]} …`),
  ];
}
