import { dialectOf, groupBy } from '@parlance/config';
import {
  DEFAULT_KEY_SEPARATOR,
  deriveFile,
  type FileRow,
  findPartial,
  formatById,
  type PartialGroups,
  type PatchNotice,
  type PatchOptions,
  type PatchRefusal,
  type PatchReport,
  xliffVersionOf,
} from '@parlance/formats';
import type { ValueState } from '@parlance/sdk';
import { CliError, EXIT, type Fault } from '../fault.ts';
import type { DeclaredPlurals } from './declared-plurals.ts';
import { type Document, faultOf, LIMITS } from './documents.ts';
import { withoutFlatArrays } from './partial-texts.ts';
import { placeRows } from './place-rows.ts';
import type { ReadContext } from './read-context.ts';

/** A text to write to a document. Without `state`, an existing text keeps its review state. */
export interface Edit {
  readonly text: string;
  readonly state?: ValueState;
}

/** Edits by key name in the document. Null removes the text. */
export type Edits = ReadonlyMap<string, Edit | null>;

export interface WriteExtras {
  shape: 'flat' | 'nested';
  /**
   * Key names in the order of another file, which determines where new rows are inserted. A row
   * whose key is not in the list is added at the end.
   */
  order?: readonly string[];
  /** False to write a new PO file without wrapping long lines. */
  poWrap: boolean;
  plurals: DeclaredPlurals;
  /** Descriptions by key name in the project. Only new files get descriptions. */
  descriptions: ReadonlyMap<string, string>;
  /** Source texts by key name in the project, for formats that store them beside translations. */
  sources: ReadonlyMap<string, string>;
  model: Document | null;
  /** Contents of other translations whose conventions the file follows. */
  beside?: readonly Uint8Array[];
  isRails: boolean;
  /** An existing file of the same entry. */
  like?: Document | undefined;
  /** True to leave out the state `translated` in a file without states. */
  skipsPlainStates?: boolean;
  /** Called for each change besides texts. */
  onNotice?: (notice: PatchNotice) => void;
}

/**
 * Returns the content of a document after edits. In an existing file, only the bytes of the edited
 * texts change. If a file of {@link REWRITTEN} cannot contain one of the texts, the whole file is
 * written from scratch.
 * @throws CliError with the file and the keys of texts that the file cannot contain
 */
export async function writeDocument(
  document: Document,
  edits: ReadonlyMap<string, Edits>,
  context: ReadContext,
  extras: WriteExtras,
): Promise<Uint8Array> {
  try {
    return await writeBytes(document, edits, context, extras);
  } catch (error) {
    const fault = faultOf(document, error);
    const path = fault.path && document.prefix + fault.path;
    const message = `${fault.message}; nothing was written`;
    throw new CliError(EXIT.no, [{ ...fault, message, ...(path && { path }) }]);
  }
}

/**
 * Formats whose files are written from scratch if they cannot contain a text. In other formats,
 * files contain more than texts, such as references, placeholders and icons, which would be lost.
 */
const REWRITTEN: ReadonlySet<string> = new Set(['json', 'yaml', 'csv', 'xliff']);

async function writeBytes(
  document: Document,
  edits: ReadonlyMap<string, Edits>,
  context: ReadContext,
  extras: WriteExtras,
): Promise<Uint8Array> {
  const { keySeparator, sourceLocale } = context;
  const { shape, poWrap, plurals, descriptions, sources, order = [], model, beside } = extras;
  const { skipsPlainStates = false } = extras;
  const { locale, spec, prefix } = document;
  const format = formatById(spec.format)!;
  const inSource =
    format.followsSource && model?.locale === sourceLocale
      ? new Map(model.rows.map((row) => [row.name, row]))
      : null;
  const complete = (row: FileRow): FileRow => {
    let completed = row;
    if (saysPlurals(spec.format)) {
      completed = plurals.complete(completed, prefix, spec.format === 'po');
    }
    if (spec.format === 'xliff') completed = withSource(completed, sourceLocale, sources, prefix);
    const description = document.hash === null ? descriptions.get(prefix + row.name) : undefined;
    const described = description === undefined ? completed : { ...completed, description };
    return followed(described, inSource?.get(row.name));
  };
  const optionsFor = (present: readonly FileRow[], missing: 'keep' | 'remove'): PatchOptions => ({
    keySeparator,
    sourceLocaleTag: sourceLocale,
    localeTags: locale === null ? localesOf(present) : [locale],
    shape,
    poWrap,
    skipsPlainStates,
    ...versionLike(document, extras),
    ...dialectOf(document),
    limits: LIMITS,
    missing,
    ...(model?.locale === sourceLocale && { sibling: model.bytes }),
    ...(beside && { beside }),
  });
  const patch = async (rows: FileRow[], options: PatchOptions): Promise<Uint8Array | null> =>
    acceptPatch(
      document,
      await collectPatch(format.patch(document.bytes, inOneBatch(rows), options), extras.onNotice),
    );

  const derived = await deriveDocument(document, edits, context, extras);
  if (derived !== null) return derived;
  const changed = changedRows(document, edits);
  if (changed !== null) {
    const patched = await patch(changed.map(complete), optionsFor(document.rows, 'keep'));
    if (patched !== null) return patched;
  }
  const rows = applyEdits(document.rows, edits, order).map(complete);
  const options = {
    ...optionsFor(rows, 'remove'),
    partial: partialIn(rows, document, context, extras),
  };
  if (document.hash !== null && changed === null) {
    const patched = await patch(rows, options);
    if (patched !== null) return patched;
  }
  const pieces: string[] = [];
  const hasLengths = rows.some(({ maxLength }) => maxLength !== undefined);
  const writing = { ...options, hasLengths };
  for await (const piece of format.write(inOneBatch(rows), writing)) pieces.push(piece);
  return keepLineEnds(Buffer.from(pieces.join('')), document.bytes);
}

/**
 * Derives a new file from the file of another locale. Returns null if the format does not allow
 * that.
 */
async function deriveDocument(
  document: Document,
  edits: ReadonlyMap<string, Edits>,
  { keySeparator, sourceLocale }: ReadContext,
  extras: WriteExtras,
): Promise<Uint8Array | null> {
  const { hash, locale, spec, path, prefix } = document;
  const { model, shape, poWrap, plurals, isRails, beside, onNotice, order = [] } = extras;
  const format = formatById(spec.format)!;
  const isSource = locale === sourceLocale && format.carries.includes('source');
  if (hash !== null || locale === null || model === null || isSource) return null;
  if (
    spec.shape !== undefined &&
    shapeOf({ ...model, spec: { ...spec, shape: undefined } }, keySeparator) !== spec.shape
  ) {
    return null;
  }
  const rows = applyEdits([], edits, order).map((row) =>
    saysPlurals(spec.format) ? plurals.complete(row, prefix, false) : row,
  );
  const derived = deriveFile(format, model.bytes, inOneBatch(rows), {
    from: model.locale!,
    to: locale,
    sourceLocaleTag: sourceLocale,
    keySeparator,
    shape,
    poWrap,
    isRails,
    limits: LIMITS,
    ...(beside && { beside }),
    ...dialectOf({ path, spec }),
  });
  return acceptPatch(document, await collectPatch(derived, onNotice));
}

/**
 * Returns the bytes of a patched file. Returns null if the file must be written from scratch.
 * @throws CliError with the texts that the file cannot contain
 */
function acceptPatch(document: Document, { bytes, refused }: Patched): Uint8Array | null {
  if (refused.length === 0) return bytes;
  if (REWRITTEN.has(document.spec.format)) return null;
  throw new CliError(
    EXIT.no,
    refused.map((refusal) => faultOfRefusal(document, refusal)),
  );
}

const faultOfRefusal = (
  { path: file, prefix }: Document,
  { code, path, message }: PatchRefusal,
): Fault => ({ code, file, path: prefix + path, message: `${message}; nothing was written` });

function partialIn(
  rows: readonly FileRow[],
  { spec, locale }: Document,
  { keySeparator }: ReadContext,
  { model }: WriteExtras,
): PartialGroups | undefined {
  const { needs } = formatById(spec.format)!;
  if (!needs.arrays || model === null || locale === null) return undefined;
  const names = new Set(rows.map(({ name }) => name));
  return findPartial(
    { arrays: needs.arrays, plurals: null },
    {
      rows: withoutFlatArrays(model.rows, model),
      hasText: (name) => names.has(name),
      localeTag: locale,
      separator: keySeparator ?? DEFAULT_KEY_SEPARATOR,
    },
  );
}

/** Returns the XLIFF version of a rewritten file, or of a similar file if the file is new. */
function versionLike(
  { bytes, spec }: Document,
  { like }: WriteExtras,
): Pick<PatchOptions, 'xliffVersion'> {
  if (spec.format !== 'xliff') return {};
  const xliffVersion = xliffVersionOf(bytes) ?? (like && xliffVersionOf(like.bytes));
  return xliffVersion === undefined ? {} : { xliffVersion };
}

const saysPlurals = (format: string): boolean => formatById(format)!.carries.includes('plurals');

/** Returns one notice for each code, with the name of the first text and the number of the others. */
export const oneOfEach = (notices: readonly PatchNotice[]): PatchNotice[] =>
  [...groupBy(notices, ({ code }) => code).values()].map((all) => {
    const [first] = all as [PatchNotice];
    const more = all.length === 1 ? '' : ` (${all.length - 1} more in this file)`;
    return { ...first, message: first.message + more };
  });

interface Patched {
  readonly bytes: Uint8Array;
  readonly refused: readonly PatchRefusal[];
}

async function collectPatch(
  patched: AsyncGenerator<Uint8Array, PatchReport>,
  onNotice: WriteExtras['onNotice'],
): Promise<Patched> {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const next = await patched.next();
    if (next.done === true) {
      const { refused, notices = [] } = next.value;
      if (refused.length === 0 && onNotice) for (const one of oneOfEach(notices)) onNotice(one);
      return { bytes: Buffer.concat(pieces), refused };
    }
    pieces.push(next.value);
  }
}

async function* inOneBatch(rows: FileRow[]): AsyncGenerator<FileRow[], void> {
  yield rows;
}

const localesOf = (rows: readonly FileRow[]): string[] => [
  ...new Set(rows.flatMap(({ values }) => values.map(({ localeTag }) => localeTag))),
];

/** Adds the source text to a row, because XLIFF stores the source text beside the translation. */
function withSource(
  row: FileRow,
  localeTag: string,
  sources: WriteExtras['sources'],
  prefix: string,
): FileRow {
  if (row.values.some((value) => value.localeTag === localeTag)) return row;
  const text = sources.get(prefix + row.name);
  return text === undefined ? row : { ...row, values: [{ localeTag, text }, ...row.values] };
}

/** Returns a row with the members that it takes from its source entry. */
function followed(row: FileRow, source: FileRow | undefined): FileRow {
  if (source === undefined) return row;
  const { description, maxLength, id } = source;
  return {
    ...row,
    ...(id !== undefined && row.id === undefined && { id }),
    ...(description !== undefined && { description }),
    ...(maxLength !== undefined && { maxLength }),
    ...(source.translatable === false && { translatable: false }),
  };
}

/** Returns the rows after the edits. Leaves out keys without texts. */
function applyEdits(
  rows: readonly FileRow[],
  edits: ReadonlyMap<string, Edits>,
  order: readonly string[],
): FileRow[] {
  const added = new Map<string, FileRow>();
  const names = new Set(rows.map(({ name }) => name));
  for (const [localeTag, texts] of edits) {
    for (const [name, next] of texts) {
      if (next === null || names.has(name)) continue;
      const row = added.get(name);
      const value = { localeTag, ...next };
      if (row === undefined) added.set(name, { name, values: [value] });
      else row.values.push(value);
    }
  }
  const kept = rows.map((row) => editRow(row, edits)).filter(({ values }) => values.length > 0);
  return placeRows(kept, added, order);
}

/**
 * Returns only the changed rows if the patch needs no other rows, because a patch with fewer rows
 * is faster. Returns null if the patch needs all rows.
 */
function changedRows(
  { hash, rows, spec }: Document,
  edits: ReadonlyMap<string, Edits>,
): FileRow[] | null {
  if (hash === null || saysPlurals(spec.format)) return null;
  let left = 0;
  for (const texts of edits.values()) left += texts.size;
  const changed: FileRow[] = [];
  for (const row of rows) {
    const replaced = row.values.filter(
      ({ localeTag }) => edits.get(localeTag)?.get(row.name) != null,
    );
    left -= replaced.length;
    if (replaced.length > 0) changed.push(editRow(row, edits));
  }
  return left === 0 ? changed : null;
}

function editRow(row: FileRow, edits: ReadonlyMap<string, Edits>): FileRow {
  let { values } = row;
  for (const [localeTag, texts] of edits) {
    const next = texts.get(row.name);
    if (next === undefined) continue;
    const at = values.findIndex((value) => value.localeTag === localeTag);
    if (next === null) values = values.filter((value) => value.localeTag !== localeTag);
    else if (at === -1) values = [...values, { localeTag, ...next }];
    else values = values.with(at, { ...values[at]!, ...next });
  }
  return values === row.values ? row : { ...row, values };
}

/**
 * True if the file has a long line that contains a space. Such a file comes from a tool that does
 * not wrap lines, such as Lingui.
 */
export const hasLongLines = ({ bytes }: Document): boolean =>
  Buffer.from(bytes)
    .toString()
    .split('\n')
    .some((line) => line.length > LONG_LINE && STRING.test(line) && /\w \w/.test(line));

const LONG_LINE = 90;
const STRING = /^(?:msg\S+ )?"/;

function keepLineEnds(bytes: Buffer, before: Uint8Array): Uint8Array {
  const hasCrLf = Buffer.from(before).includes('\r\n');
  return hasCrLf ? Buffer.from(bytes.toString().replaceAll(/\r?\n/g, '\r\n')) : bytes;
}

/** Returns whether a JSON or YAML file is nested or flat. */
export function shapeOf(
  { rows, bytes, spec }: Document,
  keySeparator: string | null,
): 'flat' | 'nested' {
  if (spec.shape) return spec.shape;
  if (keySeparator === null) return 'flat';
  const name = rows.find((row) => row.name.includes(keySeparator))?.name;
  if (name === undefined) return 'flat';
  return Buffer.from(bytes).includes(name) ? 'flat' : 'nested';
}
