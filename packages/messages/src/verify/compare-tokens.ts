import { isOfPrintf } from '../syntax/printf.ts';
import { type Inventory, takeInventory } from '../token/inventory.ts';
import { isFamilyCount } from '../token/sample.ts';
import type { MessageFormat, PlaceholderKind, Token } from '../token/token.ts';
import { compareStyles } from './compare-styles.ts';
import { type Finding, finding } from './findings.ts';

export interface CompareOptions {
  readonly format: MessageFormat;
  /** True if the text may omit the number, as in "one item" for the category `one`. */
  readonly countOptional?: boolean;
  /** Argument of the plural that contains the text. `#` stands for this argument. */
  readonly countName?: string | undefined;
  /** Argument of the plural that contains the source text. Defaults to `countName`. */
  readonly sourceCountName?: string | undefined;
  /**
   * True for a plural form such as `one`. Its source text may omit the count ("an item"), and its
   * translation may show the count nevertheless.
   */
  readonly isSparseForm?: boolean;
  /**
   * Tokens of the source form `other`. If `other` shows the count, the translation of any form may
   * show it too.
   */
  readonly otherSource?: readonly Token[];
}

/**
 * Returns the items that are missing in `right`. An item that `left` contains more often than
 * `right` is returned once for each missing occurrence.
 */
export function surplus<T>(
  left: readonly T[],
  right: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  if (left.length === 0) return [];
  const isSame = (item: T, at: number): boolean =>
    right[at] !== undefined && keyOf(item) === keyOf(right[at]);
  if (left.every(isSame)) return [];
  const counts = new Map<string, number>();
  for (const item of right) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return left.filter((item) => {
    const count = counts.get(keyOf(item)) ?? 0;
    if (count > 0) counts.set(keyOf(item), count - 1);
    return count === 0;
  });
}

export const asIs = (item: string): string => item;

const misses = (spec: string): Finding =>
  finding('placeholder_missing', `${spec} is missing`, spec);

const quotes = (spec: string): Finding =>
  finding(
    'placeholder_missing',
    `an apostrophe quotes ${spec}, which is shown as it is; write '' for the apostrophe`,
    spec,
    { reason: 'quoted' },
  );

/** Returns the parts of a text that apostrophes quote. */
const quotationsOf = (tokens: readonly Token[]): string =>
  tokens
    .flatMap((token) => (token.type === 'text' ? (token.escapes ?? []) : []))
    .map(({ source }) => (source.startsWith("'") ? source : ''))
    .join('\n');

/**
 * Returns the placeholders that are missing in the other text. Leaves out those that are tags which
 * {@link compareTags} reports, such as `{#b}`.
 */
function onlyIn(inventory: Inventory, other: Inventory): Inventory['placeholders'] {
  const items = surplus(inventory.placeholders, other.placeholders, ({ shape }) => shape);
  if (!items.some(({ tag }) => tag !== undefined)) return items;
  const reported = new Set([
    ...surplus(inventory.tags, other.tags, asIs),
    ...surplus(inventory.unbalanced, other.unbalanced, asIs),
  ]);
  return items.filter(({ tag }) => tag === undefined || !reported.has(tag));
}

function comparePlaceholders(
  source: Inventory,
  target: Inventory,
  options: CompareOptions,
  quotedIn: () => string,
): Finding[] {
  if (source.placeholders.length + target.placeholders.length === 0) return [];
  const missing = onlyIn(source, target);
  const extra = onlyIn(target, source);
  const isReordered =
    missing.length > 0 &&
    source.unnumbered.length > 0 &&
    surplus(source.placeholders, target.placeholders, (item) => item.source).length === 0 &&
    surplus(target.placeholders, source.placeholders, (item) => item.source).length === 0;
  if (isReordered) {
    const { source: spec } = extra[0]!;
    return [finding('placeholder_order', `the order of ${spec} differs from the source`, spec)];
  }
  if (missing.length + extra.length === 0) {
    const moved = target.blocks.find((block, index) => source.blocks[index] !== block);
    if (moved === undefined) return [];
    return [finding('placeholder_order', `the order of ${moved} differs from the source`, moved)];
  }
  const sourceShapes = new Set(source.placeholders.map(({ shape }) => shape));
  const isCount = (shape: string): boolean =>
    shape === '#' || (options.countName !== undefined && shape === `{${options.countName}}`);
  const family =
    options.otherSource === undefined
      ? []
      : takeInventory(options.otherSource, options).placeholders;
  const ofFamily = new Set(family.filter(({ numeric }) => numeric).map(({ shape }) => shape));
  const isFormatted = [...source.placeholders, ...family].some(isOfPrintf);
  const isOfFamily = (shape: string): boolean => isFamilyCount(shape) || ofFamily.has(shape);
  const quoted = missing.length > 0 ? quotedIn() : '';
  return [
    ...missing
      .filter(
        ({ numeric, shape }) =>
          !(
            options.countOptional &&
            (isCount(shape) || (numeric && options.countName === undefined))
          ),
      )
      .map(({ source: text }) => (quoted.includes(text) ? quotes(text) : misses(text))),
    ...extra
      .filter(({ shape }) => !(options.countOptional && isCount(shape)))
      .filter(
        ({ shape }) => sourceShapes.has(shape) || !(options.isSparseForm && isOfFamily(shape)),
      )
      .filter(({ shape }) => shape !== '%%' || !isFormatted)
      .map(({ source: text, shape }) =>
        sourceShapes.has(shape)
          ? finding('placeholder_duplicated', `${text} occurs too often`, text)
          : finding('placeholder_unknown', `${text} is not in the source`, text),
      ),
  ];
}

/** Formats for which some programs ignore spaces at the ends of a placeholder, and others do not. */
const MAY_KEEP_BLANKS: ReadonlySet<MessageFormat> = new Set(['auto', 'printf']);
/** Kinds of placeholders whose ends every program trims. */
const IS_TRIMMED: ReadonlySet<PlaceholderKind> = new Set(['double_brace', 'icu']);
const HAS_BLANK = /^[%$]?\{\s|\s\}$/;

/** Finds spaces inside placeholders that are not in the source text. */
function compareBlanks(source: Inventory, target: Inventory, format: MessageFormat): Finding[] {
  if (!MAY_KEEP_BLANKS.has(format)) return [];
  const spaced = target.placeholders.filter(
    (item) => HAS_BLANK.test(item.source) && !IS_TRIMMED.has(item.kind),
  );
  if (spaced.length === 0) return [];
  const usedShapes = new Map(source.placeholders.map((item) => [item.shape, false]));
  for (const item of source.placeholders) {
    if (HAS_BLANK.test(item.source)) usedShapes.set(item.shape, true);
  }
  return spaced
    .filter(({ shape }) => usedShapes.get(shape) === false)
    .map(({ source: spec }) =>
      finding('placeholder_spacing', `${spec} has blanks that the source does not have`, spec),
    );
}

const hasMarkup = ({ tags, unbalanced, standIns }: Inventory): boolean =>
  tags.length + unbalanced.length + standIns.length > 0;

/** Returns a tag as the text has it: `{#b}` for the tag `{b}`. */
const asWritten = ({ spellings }: Inventory, tag: string): string => spellings.get(tag) ?? tag;

function compareTags(source: Inventory, target: Inventory): Finding[] {
  if (!hasMarkup(source) && !hasMarkup(target)) return [];
  const findings: Finding[] = [];
  const loose = new Set(
    [...target.unbalanced, ...target.standIns].map((tag) =>
      tag.replace('</', '<').replace(/^\{[#/]?([^\s{}/]+).*\}$/s, '{$1}'),
    ),
  );
  const invented = target.standIns.filter((tag) =>
    source.standIns.length > 0 ? source.tags.includes(tag) : true,
  );
  for (const tag of [...invented, ...surplus(target.unbalanced, source.unbalanced, asIs)]) {
    findings.push(finding('tag_unbalanced', `${tag} has no matching tag`, tag));
  }
  for (const tag of surplus(source.unbalanced, target.unbalanced, asIs)) {
    findings.push(finding('tag_missing', `${tag} is missing`, tag));
  }
  for (const tag of surplus(source.tags, target.tags, asIs)) {
    if (loose.has(tag)) continue;
    const written = asWritten(source, tag);
    findings.push(finding('tag_missing', `${written} is missing`, written));
  }
  for (const tag of surplus(target.tags, source.tags, asIs)) {
    const written = asWritten(target, tag);
    findings.push(finding('tag_extra', `${written} is not in the source`, written));
  }
  if (findings.length > 0) return findings;
  const moved = target.unbalanced.find((tag, index) => source.unbalanced[index] !== tag);
  if (moved !== undefined)
    findings.push(
      finding('tag_unbalanced', `the position of ${moved} differs from the source`, moved),
    );
  return findings.concat(
    surplus(target.nesting, source.nesting, asIs).map((nesting) =>
      finding('tag_unbalanced', `the nesting of ${nesting} differs from the source`, nesting),
    ),
  );
}

function escapedOf(tokens: readonly Token[]): Set<string> {
  const escaped = new Set<string>();
  for (const token of tokens) {
    if (token.type !== 'text') continue;
    for (const { source, text } of token.escapes ?? [])
      if (source.startsWith('&')) escaped.add(text);
  }
  return escaped;
}

function plainOf(tokens: readonly Token[]): string {
  const plain: string[] = [];
  for (const token of tokens) {
    if (token.type !== 'text') continue;
    let from = 0;
    for (const { at, text } of token.escapes ?? []) {
      plain.push(token.text.slice(from, at));
      from = at + text.length;
    }
    plain.push(token.text.slice(from));
  }
  return plain.join('\n');
}

/**
 * Finds characters that the source text writes as entities and the translation does not, and
 * entities that the translation has changed.
 */
function compareEntities(
  source: readonly Token[],
  target: readonly Token[],
  opaque: readonly string[],
): Finding[] {
  const escaped = [...escapedOf(source)];
  const before = escaped.length > 0 ? plainOf(source) : '';
  const after = escaped.length > 0 ? plainOf(target) : '';
  const changed = escaped.filter((char) => !before.includes(char) && after.includes(char));
  return [...changed, ...opaque].map((char) =>
    finding('entity_changed', `the escaping of ${char} differs from the source`, char),
  );
}

const isPlain = (token: Token): boolean => token.type === 'text' && token.escapes === undefined;

/** True for texts without placeholders, tags and escapes. {@link compareTokens} finds nothing in such texts. */
export const hasOnlyWords = (source: readonly Token[], target: readonly Token[]): boolean =>
  source.every(isPlain) && target.every(isPlain);

/** Compares the tokens of two complete texts, a translation and its source text. */
export function compareTokens(
  source: readonly Token[],
  target: readonly Token[],
  options: CompareOptions,
): Finding[] {
  if (hasOnlyWords(source, target)) return [];
  const { format, countName, sourceCountName = countName } = options;
  const before = takeInventory(source, { format, countName: sourceCountName });
  const after = takeInventory(target, options);
  const opaque = [
    ...surplus(before.opaqueEntities, after.opaqueEntities, asIs),
    ...surplus(after.opaqueEntities, before.opaqueEntities, asIs),
  ];
  return [
    ...comparePlaceholders(before, after, options, () => quotationsOf(target)),
    ...compareBlanks(before, after, format),
    ...compareStyles(source, target, options),
    ...compareTags(before, after),
    ...surplus(before.urls, after.urls, asIs).map((url) =>
      finding('url_changed', `${url} is not in the translation`, url),
    ),
    ...surplus(after.urls, before.urls, asIs).map((url) =>
      finding('url_changed', `${url} is not in the source`, url),
    ),
    ...[
      ...surplus(before.escapes, after.escapes, asIs),
      ...surplus(after.escapes, before.escapes, asIs),
    ].map((spec) => finding('line_breaks', `the number of ${spec} differs`, spec)),
    ...compareEntities(source, target, opaque),
  ];
}
