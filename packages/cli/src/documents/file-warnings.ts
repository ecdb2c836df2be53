import { groupBy, type MatchedFile } from '@parlance/config';
import {
  DEFAULT_KEY_SEPARATOR,
  type FileRow,
  type FileWarning,
  findForeignShape,
  remedyIn,
  SHAPE_NAMES,
  type WarningCode,
  type Way,
  warningKind,
} from '@parlance/formats';
import { ForeignPlaceholders } from '@parlance/messages';
import type { Fault } from '../fault.ts';
import { count } from '../output/count.ts';
import type { ReadContext } from './read-context.ts';

/** The first warning with a code about a file, and the number of all such warnings. */
export type CountedWarning = FileWarning & { count: number };

/** Collects the warnings about one file. Keeps the first warning of each code. */
export class FileWarnings {
  readonly #byCode = new Map<WarningCode, CountedWarning>();
  readonly #names: string[] = [];
  readonly #file: MatchedFile;
  readonly #context: ReadContext;
  readonly #foreign: ForeignPlaceholders;

  constructor(file: MatchedFile, context: ReadContext) {
    this.#file = file;
    this.#context = context;
    this.#foreign = new ForeignPlaceholders(context.messageFormat ?? 'auto');
  }

  add(warning: FileWarning): void {
    // Skips warnings about the locale, because the locales of all files are checked together.
    if (isOfLocale(warning)) return;
    const sameCode = this.#byCode.get(warning.code);
    if (sameCode) sameCode.count++;
    else this.#byCode.set(warning.code, { ...warning, count: 1 });
  }

  /** Examines names and texts of the file, which may show that the file was written for other settings. */
  addRows(rows: readonly FileRow[]): void {
    for (const { name, values } of rows) {
      const isDone = this.#names.length >= SHAPE_NAMES;
      if (isDone && this.#foreign.isDone) return;
      if (!isDone) this.#names.push(name);
      for (const { text } of values) this.#foreign.add(text);
    }
  }

  list(): CountedWarning[] {
    const { keySeparator, sourceLocale } = this.#context;
    const { spec, locale } = this.#file;
    const separator = keySeparator ?? DEFAULT_KEY_SEPARATOR;
    const localeTag = locale ?? sourceLocale;
    const shape = findForeignShape(spec.format, this.#names, { separator, localeTag });
    const message = this.#foreign.describe();
    return [
      ...this.#byCode.values(),
      ...(shape === null ? [] : [{ ...shape, count: 1 }]),
      ...(message === null
        ? []
        : [{ path: '', code: 'message_format_differs' as const, message, count: 1 }]),
    ];
  }
}

/** True for a reader's warning about the locale of the file. */
const isOfLocale = ({ code, path }: FileWarning): boolean =>
  path === '' && warningKind(code).about === 'platform';

export interface WarnedFile {
  readonly file: MatchedFile;
  readonly warnings: readonly CountedWarning[];
}

/** Describes warnings about files. Reports each code once per entry of the configuration, for the first file. */
export function describeWarnings(warned: readonly WarnedFile[]): Fault[] {
  const all = warned.flatMap(({ file, warnings }) =>
    warnings.map((warning) => ({ file, warning })),
  );
  const groups = groupBy(all, ({ file, warning }) => `${warning.code} ${file.spec.path}`);
  return [...groups.values()].map((group) => {
    const [{ file, warning }] = group as [(typeof group)[0]];
    const { code, path, message } = warning;
    const others = new Set(group.slice(1).map((next) => next.file.path));
    others.delete(file.path);
    const more = sayMore(warning.count - 1, [...others]);
    const words = sayWarning({ code, message: message + more });
    return { ...words, file: file.path, ...(path !== '' && { path: file.prefix + path }) };
  });
}

/** Maximum number of other files with the same warning that are named. */
const MAX_FILES = 3;

/** Returns a phrase with the number of further warnings in the file, and the other files that have the warning. */
function sayMore(inFile: number, others: readonly string[]): string {
  const left = others.length - MAX_FILES;
  const named = others.slice(0, MAX_FILES).join(', ');
  const parts = [
    ...(inFile > 0 ? [`${inFile} more in this file`] : []),
    ...(left > 0 ? [`the same in ${named} and ${count(left, 'more file')}`] : []),
    ...(left <= 0 && named !== '' ? [`the same in ${named}`] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Adds a remedy and the level to a warning. */
export function sayWarning<Warning extends Pick<Fault, 'code' | 'message'>>(
  warning: Warning,
  way: Way = 'config',
): Warning & Pick<Fault, 'level'> {
  const { level, remedy } = warningKind(warning.code);
  const words = remedyIn(way, remedy);
  const message = words === undefined ? warning.message : `${warning.message}; ${words}`;
  return { ...warning, message, ...(level === 'note' && { level }) };
}
