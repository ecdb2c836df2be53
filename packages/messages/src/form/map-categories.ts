import {
  dropOption,
  insertOption,
  isExact,
  printSelector,
  readSelector,
  type Selector,
  withOptions,
} from '../icu/icu-selector.ts';
import { ANY_KEY } from '../mf2/any-key.ts';
import { pluralCategories } from '../plural/plural.ts';
import { type IcuNode, type IcuSelector, readIcu } from '../syntax/icu.ts';
import type { MessageFormat } from '../token/token.ts';
import type { FormBranchPart, FormPart } from './form-part.ts';
import { type Mf2Frame, printMf2Frame, readMf2Frame } from './mf2-form.ts';

/** Maximum length of the resulting message, in UTF-16 code units. */
const MAX_LENGTH = 100_000;

class TooLong extends Error {}

/**
 * Returns the message with the plural categories of a language. A missing category gets the text of
 * `other`, and categories that the language lacks are removed. A message that is not ICU or has too
 * many forms stays unchanged.
 */
export function mapCategories(text: string, format: MessageFormat, locale: string): string {
  const frame = readMf2Frame(text, format);
  if (frame) {
    const mapped = mapFrame(frame, locale);
    return mapped.length > MAX_LENGTH ? text : mapped;
  }
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

/** Does the work of {@link mapCategories} for the variants of a message of MessageFormat 2. */
function mapPart(part: FormPart, locale: string): FormPart {
  if (part.type === 'leaf') return part;
  const options = part.selector.options.map((option) => ({
    ...option,
    content: mapPart(option.content, locale),
  }));
  const selector = mapKeys(withOptions(part.selector, options), locale);
  const isSame =
    selector.options.length === options.length &&
    selector.options.every(({ content }, at) => content === part.selector.options[at]!.content);
  return isSame ? part : { ...part, selector };
}

function mapFrame(frame: Mf2Frame, locale: string): string {
  return printMf2Frame(frame, mapPart(frame.root, locale) as FormBranchPart);
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
  const read = readSelector(text, node, (inner, start, end) =>
    mapNodes(text, inner, { start, end }, locale),
  );
  const selector = mapKeys(read, locale);
  const printed = printSelector(selector, (content) => content);
  if (printed.length > MAX_LENGTH) throw new TooLong();
  return printed;
}

/** Adds the missing categories of a language to a selector, and removes those that it lacks. */
function mapKeys<Content>(given: Selector<Content>, locale: string): Selector<Content> {
  let selector = given;
  const { kind } = selector.dimension;
  if (kind !== 'select') {
    const wanted = new Set<string>(pluralCategories(locale, kind));
    const other = selector.options.find(({ key }) => key === 'other')!.content;
    for (const key of wanted) {
      const isThere = selector.options.some((option) => option.key === key);
      if (!isThere) selector = insertOption(selector, key, other);
    }
    for (const { key } of selector.options) {
      if (!isExact(key) && key !== ANY_KEY && !wanted.has(key))
        selector = dropOption(selector, key);
    }
  }
  return selector;
}
