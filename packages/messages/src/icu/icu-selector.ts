import { PLURAL_CATEGORIES, type PluralCategory } from '../plural/plural.ts';
import type { IcuDimension, IcuNode, IcuSelector } from '../syntax/icu.ts';

/** One option of a selector, with the characters before its opening brace. */
export interface SelectorOption<Content> {
  readonly key: string;
  readonly lead: string;
  readonly content: Content;
}

/**
 * A plural, selectordinal or select with all of its characters. Printing a selector that was not
 * changed returns the original text.
 */
export interface Selector<Content> {
  readonly dimension: IcuDimension;
  /** Beginning of the selector, up to the first option: `{n, plural, offset:1`. */
  readonly head: string;
  /**
   * White space between the key of an option and its opening brace. New options get the same white
   * space.
   */
  readonly inner: string;
  /** White space between two options. New options get the same white space. */
  readonly gap: string;
  readonly options: readonly SelectorOption<Content>[];
  /**
   * Characters from the end of the last option to the end of the selector, including the closing
   * brace.
   */
  readonly tail: string;
}

export const isExact = (key: string): boolean => key.startsWith('=');

/** Returns the number in the key of an exact option such as `=1`. */
export const exactNumber = (key: string): number => Number(key.slice(1));

export function readSelector<Content>(
  text: string,
  node: IcuSelector,
  contentOf: (nodes: readonly IcuNode[], start: number, end: number) => Content,
): Selector<Content> {
  const { dimension, layout, at } = node;
  const head = layout.head.trimEnd();
  let from = at.start + head.length;
  const options = [...node.options].map(([key, nodes]) => {
    const { start, end } = node.optionsAt.get(key)!;
    const brace = text.indexOf('{', start);
    const lead = text.slice(from, brace);
    from = end;
    return { key, lead, content: contentOf(nodes, brace + 1, end - 1) };
  });
  const { inner, gap } = layout;
  return { dimension, head, inner, gap, options, tail: text.slice(from, at.end) };
}

export const printSelector = <Content>(
  { head, options, tail }: Selector<Content>,
  print: (content: Content, key: string) => string,
): string =>
  head + options.map(({ key, lead, content }) => `${lead}{${print(content, key)}}`).join('') + tail;

export const withOptions = <Content>(
  selector: Selector<Content>,
  options: readonly SelectorOption<Content>[],
): Selector<Content> => ({ ...selector, options });

/**
 * Compares two option keys in the usual order: exact numbers, then plural categories in CLDR's
 * order, then `other`.
 */
export function compareKeys(a: string, b: string): number {
  if (isExact(a) && isExact(b)) return exactNumber(a) - exactNumber(b);
  return rankOf(a) - rankOf(b);
}

function rankOf(key: string): number {
  if (isExact(key)) return -1;
  const order = PLURAL_CATEGORIES.indexOf(key as PluralCategory);
  return order < 0 ? 0 : order;
}

const leadingSpace = (lead: string): string => lead.slice(0, lead.length - lead.trimStart().length);

/** Inserts an option at its usual position. All other characters stay unchanged. */
export function insertOption<Content>(
  selector: Selector<Content>,
  key: string,
  content: Content,
): Selector<Content> {
  const { options, gap, inner, dimension } = selector;
  const isAfter = (other: string): boolean =>
    dimension.kind === 'select' ? other === 'other' : compareKeys(other, key) > 0;
  const found = options.findIndex((option) => isAfter(option.key));
  const at = found < 0 ? options.length : found;
  const space = at === 0 ? leadingSpace(options[0]!.lead) : gap;
  const added = { key, lead: `${space || ' '}${key}${inner}`, content };
  return withOptions(selector, options.toSpliced(at, 0, added));
}

export function dropOption<Content>(selector: Selector<Content>, key: string): Selector<Content> {
  const { options } = selector;
  const at = options.findIndex((option) => option.key === key);
  const left = options.toSpliced(at, 1);
  if (at === 0 && left[0] && leadingSpace(left[0].lead) === '') {
    left[0] = { ...left[0], lead: ` ${left[0].lead}` };
  }
  return withOptions(selector, left);
}
