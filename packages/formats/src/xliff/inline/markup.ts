import type { XmlAttribute } from '../../xml/tag.ts';
import { CHARACTER_CTYPE, MAX_INLINE_DEPTH, XML_NAMESPACE, XMLNS_NAMESPACE } from '../names.ts';
import { type Content, VOCABULARY_2, VOCABULARY_12, type Vocabulary } from '../vocabulary.ts';
import { escapeContent, hexOf, isQname, isXmlText, unescapeAttribute } from './characters.ts';
import type { Code } from './codes.ts';
import { attributeFault, DATA_ATTRIBUTES, formatTag, isTransparent12 } from './inline.ts';

export interface Tag extends Code {
  readonly kind: 'empty' | 'start';
  readonly start: number;
  readonly end: number;
  readonly written: string;
  readonly data: ReadonlyMap<string, string>;
  /** Offset of the end tag. -1 for an empty-element tag. */
  closeStart: number;
  closeEnd: number;
  /** True if the tag is written as plain text and not as an inline element. */
  isText: boolean;
}

export interface Markup {
  readonly text: string;
  readonly tags: Tag[];
}

/**
 * The inline elements of an XLIFF version, and an expression that matches possible tags in a text.
 */
export interface Dialect {
  readonly version: '1.2' | '2.1';
  readonly vocabulary: Vocabulary;
  readonly candidate: RegExp;
}

function dialectOf(version: Dialect['version'], vocabulary: Vocabulary): Dialect {
  const names = [...vocabulary.keys()].join('|');
  // A search with the regular expression takes linear time: no two of its parts match the same
  // characters, and no part matches `<`.
  const source = `<(?:/(${names})|(${names})((?: [^\\s<>"=]+="[^<>"]*")*)(/?))>`;
  return { version, vocabulary, candidate: new RegExp(source, 'g') };
}

export const DIALECT_12 = dialectOf('1.2', VOCABULARY_12);
export const DIALECT_21 = dialectOf('2.1', VOCABULARY_2);

/**
 * Finds the inline elements of a stored text. A tag is an inline element if it is in normalized
 * form, has valid attributes and an end tag, and is allowed at its position. Everything else is
 * plain text.
 */
export function parseMarkup(text: string, dialect: Dialect): Markup {
  if (!text.includes('<')) return { text, tags: [] };
  const tags = pairTags(text, dialect);
  return { text, tags: tags.length === 0 ? tags : placeTags(tags, dialect) };
}

function pairTags(text: string, { candidate, vocabulary, version }: Dialect): Tag[] {
  const tags: Tag[] = [];
  const open: Tag[] = [];
  const openCounts = new Map<string, number>();
  for (const match of text.matchAll(candidate)) {
    const [whole, endName, startName, attributes = '', slash] = match;
    const end = match.index + whole.length;
    if (endName !== undefined) {
      if (!openCounts.get(endName)) continue;
      let started = open.pop()!;
      for (; started.name !== endName; started = open.pop()!) {
        started.isText = true;
        openCounts.set(started.name, openCounts.get(started.name)! - 1);
      }
      openCounts.set(endName, openCounts.get(endName)! - 1);
      started.closeStart = match.index;
      started.closeEnd = end;
      continue;
    }
    const tag = tagOf(startName!, attributes, slash === '/', whole, vocabulary, version);
    if (tag === null) continue;
    const placed: Tag = { ...tag, start: match.index, end };
    tags.push(placed);
    if (placed.kind === 'empty') continue;
    open.push(placed);
    openCounts.set(placed.name, (openCounts.get(placed.name) ?? 0) + 1);
  }
  for (const tag of open) tag.isText = true;
  return tags.filter((tag) => !tag.isText);
}

function tagOf(
  name: string,
  source: string,
  isEmpty: boolean,
  whole: string,
  vocabulary: Vocabulary,
  version: Dialect['version'],
): Omit<Tag, 'start' | 'end'> | null {
  const element = vocabulary.get(name)!;
  if (element.content === 'empty' && !isEmpty) return null;
  const parsed = parseAttributes(source);
  if (parsed === null) return null;
  const { attributes, dataByName } = parsed;
  if (attributeFault(name, element, attributes) !== null) return null;
  if (version === '1.2' && isTransparent12(name, attributes)) return null;
  const data = new Map<string, string>();
  for (const attribute of attributes) {
    if (!isXmlText(attribute.value)) return null;
    const dataName = DATA_ATTRIBUTES.get(attribute.name);
    if (dataName === undefined) continue;
    const text = dataByName.get(dataName) ?? '';
    if ((data.get(attribute.value) ?? text) !== text) return null;
    data.set(attribute.value, text);
  }
  const dataOf = ({ value }: XmlAttribute) => data.get(value) ?? '';
  if (formatTag(name, attributes, isEmpty, dataOf) !== whole) return null;
  return {
    name,
    kind: isEmpty ? 'empty' : 'start',
    part: 0,
    isText: false,
    attributes: new Map(
      attributes.filter(({ prefix }) => prefix === '').map((found) => [found.name, found.value]),
    ),
    written: formatTag(name, attributes, isEmpty),
    data,
    closeStart: -1,
    closeEnd: -1,
  };
}

function parseAttributes(
  source: string,
): { attributes: XmlAttribute[]; dataByName: Map<string, string> } | null {
  const attributes: XmlAttribute[] = [];
  const dataByName = new Map<string, string>();
  const namespaces = new Map([['xml', XML_NAMESPACE]]);
  const names = new Set<string>();
  for (const [, name, escaped] of source.matchAll(/ ([^=]+)="([^"]*)"/g)) {
    const value = unescapeAttribute(escaped!);
    if (value === null || !isQname(name!) || names.has(name!)) return null;
    names.add(name!);
    const colon = name!.indexOf(':');
    const prefix = name!.slice(0, Math.max(0, colon));
    const local = name!.slice(colon + 1);
    if (prefix === 'xmlns') {
      if (value === '' || local === 'xml' || local === 'xmlns' || !isXmlText(value)) return null;
      if (value === XML_NAMESPACE || value.trim() !== value) return null;
      namespaces.set(local, value);
    } else if (DATA_NAMES.has(name!)) {
      dataByName.set(name!, value);
    } else {
      const uri = prefix === '' ? '' : namespaces.get(prefix);
      if (uri === undefined || uri === XMLNS_NAMESPACE || names.has(`{${uri}}${local}`))
        return null;
      if (prefix !== '') names.add(`{${uri}}${local}`);
      attributes.push({ name: name!, prefix, local, uri, value });
    }
  }
  return { attributes, dataByName };
}

const DATA_NAMES = new Set(DATA_ATTRIBUTES.values());

function placeTags(tags: readonly Tag[], { vocabulary }: Dialect): Tag[] {
  const placed: Tag[] = [];
  const open: { closeEnd: number; content: Content }[] = [];
  for (const tag of tags) {
    while (open.length > 0 && open.at(-1)!.closeEnd <= tag.start) open.pop();
    const context = open.at(-1)?.content ?? 'inline';
    if (!isAllowedIn(context, tag.name) || open.length >= MAX_INLINE_DEPTH) continue;
    placed.push(tag);
    if (tag.kind === 'empty') continue;
    open.push({ closeEnd: tag.closeEnd, content: vocabulary.get(tag.name)!.content });
  }
  return placed;
}

export function isAllowedIn(context: Content, name: string): boolean {
  return context === 'code' ? name === 'sub' : context === 'inline' && name !== 'sub';
}

/** Writes a stored text as the XML content of a `<source>` or `<target>`. */
export function renderMarkup({ text, tags }: Markup, dialect: Dialect): string {
  const kept = tags.filter((tag) => !tag.isText);
  const encoder = new CharacterEncoder(dialect, kept);
  if (kept.length === 0) return encoder.escape(text, 'inline');
  let rendered = '';
  let at = 0;
  const open: { tag: Tag; content: Content }[] = [];
  const content = () => open.at(-1)?.content ?? 'inline';
  const closeUntil = (end: number) => {
    for (let last = open.at(-1); last && last.tag.closeEnd <= end; last = open.at(-1)) {
      rendered += encoder.escape(text.slice(at, last.tag.closeStart), content());
      rendered += `</${last.tag.name}>`;
      at = last.tag.closeEnd;
      open.pop();
    }
  };
  for (const tag of kept) {
    closeUntil(tag.start);
    rendered += encoder.escape(text.slice(at, tag.start), content()) + tag.written;
    at = tag.end;
    if (tag.kind === 'start') {
      open.push({ tag, content: dialect.vocabulary.get(tag.name)!.content });
    }
  }
  closeUntil(text.length);
  return rendered + encoder.escape(text.slice(at), 'inline');
}

/**
 * Encodes characters that XML cannot contain, as `<cp>` in XLIFF 2.1 and as a Parlance code in
 * XLIFF 1.2.
 */
class CharacterEncoder {
  readonly #version: Dialect['version'];
  readonly #tags: readonly Tag[];
  #ids: ReadonlySet<string> | null = null;
  #count = 0;

  constructor({ version }: Dialect, tags: readonly Tag[]) {
    this.#version = version;
    this.#tags = tags;
  }

  escape(text: string, content: Content): string {
    return escapeContent(text, (character) => this.#encode(hexOf(character), content));
  }

  #encode(hex: string, content: Content): string {
    if (this.#version === '2.1') return `<cp hex="${hex}"/>`;
    if (content === 'code') return `<sub ctype="${CHARACTER_CTYPE}">${hex}</sub>`;
    this.#ids ??= new Set(this.#tags.map(({ attributes }) => attributes.get('id') ?? ''));
    let id: string;
    do {
      this.#count += 1;
      id = `char${this.#count}`;
    } while (this.#ids.has(id));
    return `<ph id="${id}" ctype="${CHARACTER_CTYPE}">${hex}</ph>`;
  }
}
