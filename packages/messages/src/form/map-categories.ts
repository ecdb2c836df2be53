import {
  dropOption,
  insertOption,
  isExact,
  printSelector,
  readSelector,
} from '../icu/icu-selector.ts';
import { pluralCategories } from '../plural/plural.ts';
import { type IcuNode, type IcuSelector, readIcu } from '../syntax/icu.ts';
import type { MessageFormat } from '../token/token.ts';

/** Maximum length of the resulting message, in UTF-16 code units. */
const MAX_LENGTH = 100_000;

class TooLong extends Error {}

/**
 * Returns the message with the plural categories of a language. A missing category gets the text of
 * `other`, and categories that the language lacks are removed. A message that is not ICU or has too
 * many forms stays unchanged.
 */
export function mapCategories(text: string, format: MessageFormat, locale: string): string {
  const nodes = readIcu(text, format);
  if (!Array.isArray(nodes)) return text;
  try {
    const mapped = mapNodes(text, nodes, { start: 0, end: text.length }, locale);
    return mapped.length > MAX_LENGTH ? text : mapped;
  } catch (error) {
    if (error instanceof TooLong) return text;
    throw error;
  }
}

function mapNodes(
  text: string,
  nodes: readonly IcuNode[],
  { start, end }: { start: number; end: number },
  locale: string,
): string {
  let mapped = '';
  let from = start;
  for (const node of nodes) {
    if (node.type !== 'selector') continue;
    mapped += text.slice(from, node.at.start) + mapSelector(text, node, locale);
    from = node.at.end;
  }
  return mapped + text.slice(from, end);
}

function mapSelector(text: string, node: IcuSelector, locale: string): string {
  let selector = readSelector(text, node, (inner, start, end) =>
    mapNodes(text, inner, { start, end }, locale),
  );
  const { kind } = selector.dimension;
  if (kind !== 'select') {
    const wanted = new Set<string>(pluralCategories(locale, kind));
    const other = selector.options.find(({ key }) => key === 'other')!.content;
    for (const key of wanted) {
      const isThere = selector.options.some((option) => option.key === key);
      if (!isThere) selector = insertOption(selector, key, other);
    }
    for (const { key } of selector.options) {
      if (!isExact(key) && !wanted.has(key)) selector = dropOption(selector, key);
    }
  }
  const printed = printSelector(selector, (content) => content);
  if (printed.length > MAX_LENGTH) throw new TooLong();
  return printed;
}
