import { isXmlText } from '../xliff/inline/characters.ts';

/**
 * A part of a string: characters, a tag as written in the file, or a reference to an entity that
 * the file declares.
 */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; raw: string; name: string }
  | { kind: 'entity'; raw: string };

const STYLE_TAGS = [
  'a',
  'annotation',
  'b',
  'big',
  'br',
  'em',
  'font',
  'i',
  'li',
  'small',
  'strike',
  'strong',
  'sub',
  'sup',
  'tt',
  'u',
  'ul',
];
const MAX_DEPTH = 32;

const XML_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Names of the tags and entities that count as markup in a string. */
export class Vocabulary {
  readonly tags: Set<string>;
  readonly entities: ReadonlySet<string>;

  constructor(prefixes: readonly string[], entities: ReadonlySet<string>) {
    this.tags = new Set([...STYLE_TAGS, ...prefixes.map((prefix) => `${prefix}:g`)]);
    this.entities = entities;
  }
}

const CONTENT =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/?([^\s/>]+)(?:[^"'>]|"[^"]*"|'[^']*')*>|&([^;]+);/g;

export function partsOfContent(raw: string): Part[] {
  const parts: Part[] = [];
  let text = '';
  let at = 0;
  const add = (part: Part): void => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
    parts.push(part);
  };
  for (const match of raw.matchAll(CONTENT)) {
    text += withoutReturns(raw.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, data, name, reference] = match;
    if (name !== undefined) add({ kind: 'tag', raw: whole, name });
    else if (data !== undefined) text += withoutReturns(data);
    else if (reference !== undefined) {
      const character = characterOf(reference);
      if (character === undefined) add({ kind: 'entity', raw: whole });
      else text += character;
    }
  }
  text += withoutReturns(raw.slice(at));
  if (text !== '') parts.push({ kind: 'text', text });
  return parts;
}

/** Replaces line ends as XML prescribes (XML 1.0 section 2.11). */
const withoutReturns = (text: string): string =>
  text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;

function characterOf(reference: string): string | undefined {
  if (!reference.startsWith('#')) {
    return Object.hasOwn(XML_ENTITIES, reference) ? XML_ENTITIES[reference] : undefined;
  }
  const isHex = reference[1] === 'x';
  return String.fromCodePoint(Number.parseInt(reference.slice(isHex ? 2 : 1), isHex ? 16 : 10));
}

const MARKUP =
  /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|&([A-Za-z_][\w.-]*);|<\/?[A-Za-z]/g;

/**
 * Splits a text into characters, tags and entity references. Returns null if the text has no markup
 * or if its markup is invalid.
 */
function partsOfText(
  text: string,
  { tags, entities }: Pick<Vocabulary, 'tags' | 'entities'>,
): Part[] | null {
  const parts: Part[] = [];
  const open: string[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKUP)) {
    const [raw, slash, name, attributes, isEmpty, entity] = match;
    if (entity !== undefined) {
      if (!entities.has(entity)) continue;
    } else {
      if (name === undefined || !tags.has(name) || !isXmlText(raw)) return null;
      if (!areAttributes(attributes!) || (slash !== '' && (attributes !== '' || isEmpty !== ''))) {
        return null;
      }
      if (slash !== '' && open.pop() !== name) return null;
      if (slash === '' && isEmpty === '') open.push(name);
      if (open.length > MAX_DEPTH) return null;
    }
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    parts.push(name === undefined ? { kind: 'entity', raw } : { kind: 'tag', raw, name });
    at = match.index + raw.length;
  }
  if (parts.length === 0 || open.length > 0) return null;
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

function areAttributes(source: string): boolean {
  if (source === '') return true;
  const names = [...source.matchAll(/([\w.-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)].map(
    ([, name]) => name,
  );
  if (new Set(names).size < names.length || names.includes('xmlns')) return false;
  return !/&(?!(?:amp|lt|gt|quot|apos);)/.test(source);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeMarkup = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll(/[&<>]/g, (character) => ESCAPES[character]!) : text;

const unescapeMarkup = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(amp|lt|gt);/g, (_, name: string) => XML_ENTITIES[name]!)
    : text;

const hasEscapes = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.kind === 'text' && /&(?:amp|lt|gt);/.test(part.text));

/**
 * Joins parts into a string. Escapes `&`, `<` and `>` in text parts only if a reader would otherwise treat them as
 * markup.
 */
export function joinParts(parts: readonly Part[], vocabulary: Vocabulary): string {
  const join = (of: (text: string) => string): string => {
    let joined = '';
    for (const part of parts) joined += part.kind === 'text' ? of(part.text) : part.raw;
    return joined;
  };
  const plain = join((text) => text);
  if (parts.every(({ kind }) => kind === 'text')) return plain;
  const tags = new Set(vocabulary.tags);
  for (const part of parts) if (part.kind === 'tag') tags.add(part.name);
  const again = partsOfText(plain, { ...vocabulary, tags });
  const isSame =
    again?.length === parts.length &&
    !hasEscapes(again) &&
    again.every((part, index) => isSamePart(part, parts[index]!));
  return isSame ? plain : join(escapeMarkup);
}

const isSamePart = (a: Part, b: Part): boolean =>
  a.kind === 'text' ? b.kind === 'text' && a.text === b.text : b.kind === a.kind && a.raw === b.raw;

export function readingsOf(text: string, vocabulary: Vocabulary): Part[][] {
  if (!/[<&]/.test(text)) return [];
  const parts = partsOfText(text, vocabulary);
  if (parts === null) return [];
  if (!hasEscapes(parts)) return [parts];
  const decoded = parts.map((part): Part => {
    return part.kind === 'text' ? { kind: 'text', text: unescapeMarkup(part.text) } : part;
  });
  return [decoded, parts];
}
