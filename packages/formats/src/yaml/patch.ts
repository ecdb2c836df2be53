import { SCALAR_STYLE, type ScalarStyle } from 'js-yaml';
import type { FileRow, PatchOptions, PatchReport, ReadOptions } from '../format.ts';
import { DEFAULT_KEY_SEPARATOR } from '../names/names.ts';
import { type BaseText, decodeBase, Edits } from '../patch/edits.ts';
import { type NewText, Placement } from '../patch/placement.ts';
import { type NewRow, WantedRows } from '../patch/wanted.ts';
import { Yielder } from '../text/yielder.ts';
import { insertGroup } from './insert.ts';
import { withoutBlankLines, withoutLineEnd } from './lines.ts';
import { parseYaml } from './parse.ts';
import { quotesOf } from './quotes.ts';
import { visitYaml } from './read.ts';
import { removeChildren, type Writing } from './remove.ts';
import { findRootLocale } from './root-locale.ts';
import { isKind, type Quotes, writeBlock, writeScalar } from './scalar.ts';
import { type YamlContainer, type YamlLeaf, YamlSurvey } from './survey.ts';

interface Patching {
  wanted: WantedRows;
  options: ReadOptions;
  separator: string;
  eol: string;
  hasKeptLines: boolean;
  prunes: boolean;
  /** See {@link PartialGroups.taken}. */
  taken: ReadonlySet<string> | undefined;
  moved: ReadonlySet<string>;
  /**
   * Values that are unquoted in the file of the source locale, by key name. They are numbers,
   * booleans and symbols.
   */
  plainKinds: ReadonlyMap<string, string>;
  quotes: Quotes;
  /** True if new texts get the quotes of other translations instead of the base file's quotes. */
  followsOthers: boolean;
}

/**
 * Writes a YAML file in which texts of the base file are replaced. The first step replaces and
 * removes texts, and the second step inserts new texts into the result.
 */
export async function* patchYaml(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  if (options.localeTags.length !== 1)
    throw new RangeError('a YAML file contains exactly one locale');
  const localeTag = options.localeTags[0]!;
  const wanted = await WantedRows.collect(rows, options);
  const source = await decodeBase(base);
  const { keySeparator, sourceLocaleTag, limits } = options;
  const patching: Patching = {
    wanted,
    options: { keySeparator, sourceLocaleTag, limits, localeTag, warn: () => {} },
    separator: keySeparator ?? DEFAULT_KEY_SEPARATOR,
    eol: /\r\n|\n|\r/.exec(source.text)?.[0] ?? '\n',
    hasKeptLines: /[|>]\d?\+/.test(source.text),
    prunes: options.prunes ?? false,
    moved: new Set(),
    taken: options.partial?.taken,
    plainKinds: await findPlainKinds(options),
    quotes: quotesOf(source.text, options),
    followsOthers: options.isDerived === true && (options.beside ?? []).length > 0,
  };
  patching.moved = await findMisplaced(source.text, patching);
  const { edits, survey, removals } = await replaceTexts(source.text, patching);
  const shape = survey.isNested ? 'nested' : survey.isJoined ? 'flat' : options.shape;
  const canNest = shape === 'nested' && keySeparator !== null;
  let added = [...wanted.newRows(canNest)];
  if (added.length === 0 && removals.length === 0) {
    yield* edits.apply(source, options.observe);
    return wanted.report;
  }
  const rootLocale = rootLocaleOf(source.text, patching);
  let replaced = source.text;
  if (removals.length > 0) {
    const taken = await replaceTexts(source.text, patching, true);
    replaced = await textOf(taken.edits, source);
    if (rootLocaleOf(replaced, patching) !== rootLocale) {
      const nulled = await replaceTexts(source.text, patching, true, true);
      replaced = await textOf(nulled.edits, source);
      added = [...wanted.newRows(canNest)];
    }
  } else replaced = await textOf(edits, source);
  if (added.length > 0) {
    let placed = await insertRows(replaced, added, patching, canNest);
    if (canNest && rootLocaleOf(placed.text, patching) !== rootLocale) {
      placed = await insertRows(replaced, added, patching, false);
    }
    wanted.report.inserted += placed.inserted;
    for (const { name } of placed.refused) {
      wanted.refuse(name, 'no_place', 'the base has another value in the place of the text');
    }
    replaced = placed.text;
  }
  yield* new Edits().apply({ ...source, text: replaced });
  return wanted.report;
}

const rootLocaleOf = (text: string, { options }: Patching): string | null =>
  findRootLocale(parseYaml(text, options.limits.depth), text, options);

async function textOf(edits: Edits, { text }: BaseText): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of edits.apply({ text, hasMark: false })) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/**
 * Replaces and removes texts. If `nullsRoot` is true, a removed text of the root mapping stays in
 * the file as a null.
 */
async function replaceTexts(
  text: string,
  { wanted, options, separator, eol, hasKeptLines, prunes, moved, ...styles }: Patching,
  isSecond = false,
  nullsRoot = false,
): Promise<{ edits: Edits; survey: YamlSurvey; removals: string[] }> {
  const edits = new Edits();
  const removals: string[] = [];
  const { localeTag } = options;
  const replacementOf = ({ name, text: before, start, end }: YamlLeaf) => {
    const value = wanted.valueOf(name, localeTag);
    if (before === null && value !== undefined && end === -1) {
      if (!isSecond) wanted.refuse(name, 'no_place', `nothing is written at offset ${start}`);
      return undefined;
    }
    if (!isSecond || moved.has(name))
      return wanted.replacementOf(name, localeTag, before ?? undefined);
    if (value === undefined) return before !== null && wanted.removesMissing ? null : undefined;
    return value.text === before ? undefined : value.text;
  };
  const survey = new YamlSurvey(text, separator, {
    leaf: (leaf) => {
      const { container } = leaf;
      const isTakenOut = (!nullsRoot && moved.has(leaf.name)) || wanted.isPruned(leaf.name);
      const replacement = isTakenOut ? null : replacementOf(leaf);
      if (replacement === undefined) return true;
      if (replacement === null) {
        removals.push(leaf.name);
        const isMember = !container.isArray && container.isOpen;
        const isNulled = nullsRoot && !container.isArray && container.parent === null;
        if ((isTakenOut || isMember) && !isNulled) return false;
      }
      replaceLeaf(leaf, replacement, { text, edits, eol }, styles);
      return true;
    },
    close: (container) => {
      const { parent, children } = container;
      const isGone = children.length > 0 && children.every(({ isRemoved }) => isRemoved);
      const isOfRoot = nullsRoot && parent?.parent === null;
      if (prunes && isGone && parent?.isOpen && !isOfRoot) parent.children.at(-1)!.isRemoved = true;
      else removeChildren(container, { text, edits, eol }, hasKeptLines);
    },
  });
  await run(text, options, survey);
  return { edits, survey, removals };
}

function replaceLeaf(
  leaf: YamlLeaf,
  replacement: string | null,
  writing: Writing,
  styles: Pick<Patching, 'quotes' | 'followsOthers'>,
): void {
  const { event } = leaf;
  const { text, edits, eol } = writing;
  const isBlock = event.style >= SCALAR_STYLE.LITERAL_BLOCK;
  const blockEnd = isBlock ? withoutBlankLines(text, event.valueStart, leaf.end) : leaf.end;
  const end = isBlock ? withoutLineEnd(text, blockEnd) : leaf.end;
  if (replacement === null) {
    edits.replace(leaf.start, end, 'null');
    return;
  }
  const isTagged = event.tagStart !== -1 && leaf.text !== null;
  if (isBlock && leaf.text !== null && !isTagged) {
    const header = text.slice(leaf.start, event.valueStart);
    const indent = ' '.repeat(event.indent);
    const isFolded = event.style === SCALAR_STYLE.FOLDED_BLOCK;
    const lines = end === blockEnd ? null : writeBlock(replacement, isFolded, indent, eol);
    if (lines !== null) {
      const mark = /^[|>][-+\d]*/.exec(header)![0];
      const chomp = replacement.endsWith('\n') ? '' : '-';
      const digits = mark.replaceAll(/[^\d]/g, '');
      edits.replace(
        leaf.start,
        blockEnd,
        `${mark[0]}${digits}${chomp}${header.slice(mark.length)}${lines}`,
      );
      return;
    }
  }
  const style = styleFor(leaf, styles) ?? SCALAR_STYLE.DOUBLE_QUOTED;
  const written = writeScalar(replacement, style, leaf.text ?? undefined, styles.quotes);
  if (isTagged) {
    const tag = text.slice(event.tagStart, event.tagEnd);
    edits.replace(leaf.start, end, `${tag} ${written}`);
  } else edits.replace(leaf.start, end, leaf.start === leaf.end ? ` ${written}` : written);
}

/**
 * Returns the style of the text that replaces a scalar. Null if neither the base file nor the other files show a style.
 */
function styleFor(
  { event, container, text }: YamlLeaf,
  { quotes, followsOthers }: Pick<Patching, 'quotes' | 'followsOthers'>,
): ScalarStyle | null {
  if (text !== null && event.style === SCALAR_STYLE.PLAIN && isKind(text)) return event.style;
  if (event.style >= SCALAR_STYLE.LITERAL_BLOCK) return SCALAR_STYLE.DOUBLE_QUOTED;
  const style = text === null ? container.style : event.style;
  return followsOthers ? (quotes.words ?? style) : (style ?? quotes.words);
}

async function insertRows(
  text: string,
  added: readonly NewRow[],
  { options, separator, eol, plainKinds, quotes, taken }: Patching,
  isNested: boolean,
): Promise<{ text: string; inserted: number; refused: NewText[] }> {
  const edits = new Edits();
  const placement = new Placement<YamlContainer>(added, { separator, isNested, taken });
  const survey = new YamlSurvey(text, separator, {
    leaf: () => true,
    close: (container) => {
      const { name, isOpen } = container;
      if (isOpen && placement.isWatched(name)) placement.addContainer(container);
    },
    isAnchor: (name) => placement.isAnchor(name),
  });
  await run(text, options, survey);
  const refused: NewText[] = [];
  let inserted = 0;
  const yielder = new Yielder();
  const groups = [...placement.placeAll((name) => refused.push(name))];
  groups.sort((a, b) => b.container.depth - a.container.depth);
  for (const group of groups) {
    const { texts, joined, elements } = group;
    if (insertGroup(group, { text, edits, eol, plainKinds, quotes })) {
      inserted += texts.length + joined.length + elements.length;
    } else refused.push(...texts, ...joined, ...elements);
    if (yielder.isDue()) await yielder.pause();
  }
  return { text: await textOf(edits, { text, hasMark: false }), inserted, refused };
}

/**
 * Returns the names of elements that the file stores as ordinary entries such as `list[1]: …`.
 * Returns only elements whose array is complete after the patch.
 */
async function findMisplaced(
  text: string,
  { wanted, options, separator }: Patching,
): Promise<Set<string>> {
  const found = new Set<string>();
  if (!/\[\d+\]["']?\s*:/.test(text)) return found;
  const survey = new YamlSurvey(text, separator, {
    leaf: ({ name, container }) => {
      if (!container.isArray && wanted.isMisplaced(name, options.localeTag)) found.add(name);
      return true;
    },
    close: () => {},
  });
  await run(text, options, survey);
  return survey.isNested ? found : new Set();
}

async function findPlainKinds({
  sibling,
  keySeparator,
  sourceLocaleTag,
  limits,
}: PatchOptions): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (sibling === undefined) return found;
  const { text } = await decodeBase(sibling);
  const survey = new YamlSurvey(text, keySeparator ?? DEFAULT_KEY_SEPARATOR, {
    leaf: ({ name, text: style, event }) => {
      if (style !== null && event.style === SCALAR_STYLE.PLAIN && isKind(style))
        found.set(name, style);
      return true;
    },
    close: () => {},
  });
  const localeTag = sourceLocaleTag;
  await run(text, { keySeparator, sourceLocaleTag, limits, localeTag, warn: () => {} }, survey);
  return found;
}

async function run(text: string, options: ReadOptions, survey: YamlSurvey): Promise<void> {
  const yielder = new Yielder();
  for (const _ of visitYaml(text, options, survey)) if (yielder.isDue()) await yielder.pause();
}
