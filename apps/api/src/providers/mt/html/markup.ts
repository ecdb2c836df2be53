import type { MarkupDialect } from './dialects.ts';

/**
 * A text with markup that a service preserves, and the function that restores the original markup
 * in the response.
 */
export interface EncodedMarkup {
  readonly html: string;
  /** Restores the markup in a response. Returns null if the response has damaged the markup. */
  restore(reply: string): string | null;
}

type Token =
  | { kind: 'text'; text: string }
  /**
   * Parts of a text. A `unit` is a placeholder element, or a start or end tag whose counterpart is
   * missing.
   */
  | { kind: 'unit'; source: string }
  | { kind: 'open' | 'close'; source: string; pair: number };

/**
 * Matches the name and attributes of a tag whose content must not be translated, such as `var`, `code` or any tag
 * with `translate="no"`.
 */
const OPAQUE = /^(?:var|code)(?![\w-])|\stranslate="?no(?!\w)/i;
const MARKUP =
  /<(\/?)([A-Za-z][\w-]*)(?![\w-])([^<>]*?)(\/?)>|&(?!(?:amp|lt|gt|quot|apos|nbsp);)[A-Za-z]\w*;/g;
/** A tab separates parts of a text like a line break, for example a label of a menu and its shortcut. */
const LINE_BREAK = /\r\n|[\t\n\r\u2028\u2029]/g;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-fA-F]{1,6});/g;
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' } as const;
/**
 * Matches white space that Python's `str.split()` or a parser of HTML replaces or removes. A single space does not
 * match.
 */
const FRAGILE_SPACE =
  /\r\n|[\t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|(?<= ) /g;

/**
 * Encodes a text for a service that translates HTML. LibreTranslate (argosopentech/translate-html,
 * LibreTranslate `app.py`) collapses white space and puts each element back at the first place
 * where its text is found. White space is therefore sent as character references, and each
 * placeholder contains a number that does not occur in the text.
 */
export function encodeMarkup(body: string, dialect: MarkupDialect): EncodedMarkup {
  const tokens = tokenize(body);
  const plain = tokens
    .map((token) => (token.kind === 'text' ? decodeEntities(token.text) : ' '))
    .join('');
  const breaks = dialect.lineBreak === undefined ? [] : [...plain.matchAll(LINE_BREAK)];
  const units = tokens.filter(({ kind }) => kind === 'unit').length + breaks.length;
  const wire: Wire = {
    dialect,
    prefix: choosePrefix(plain),
    numbers: chooseNumbers(plain, units),
    units: [],
    tags: new Map(),
    showsEntities: plain.search(ENTITY) >= 0,
  };
  const html = tokens.map((token) => encodeToken(token, wire)).join('');
  return {
    html: html.replace(/^ | $/g, toReferences),
    restore: (reply) => restore(reply, wire),
  };
}

interface Wire {
  readonly dialect: MarkupDialect;
  readonly prefix: string;
  readonly numbers: readonly string[];
  readonly units: string[];
  readonly tags: Map<string, string>;
  /** True if the text shows entities to its readers, as an HTML tutorial does. */
  readonly showsEntities: boolean;
}

function encodeToken(token: Token, wire: Wire): string {
  const { dialect, prefix } = wire;
  if (token.kind === 'text')
    return escapeText(decodeEntities(token.text)).replace(FRAGILE_SPACE, (space) =>
      dialect.lineBreak === undefined || space.search(LINE_BREAK) < 0
        ? toReferences(space)
        : dialect.lineBreak(nameUnit(space, wire)),
    );
  if (token.kind === 'unit') {
    const number = wire.numbers[wire.units.length]!;
    return dialect.unit(nameUnit(token.source, wire), number);
  }
  const name = `${prefix}g${token.pair}`;
  wire.tags.set(token.kind === 'close' ? `/${name}` : name, token.source);
  return dialect[token.kind](name);
}

function nameUnit(source: string, { units, prefix }: Wire): string {
  return `${prefix}x${units.push(source) - 1}`;
}

function restore(reply: string, wire: Wire): string | null {
  const { dialect, prefix, numbers } = wire;
  const open: (string | undefined)[] = [];
  let body = '';
  let text = '';
  let at = 0;
  const addText = (piece: string) => {
    // Older servers of LibreTranslate leave entities in the response. They are decoded here, unless
    // the source text itself shows entities to its readers.
    const clean = wire.showsEntities && !dialect.escapesText ? piece : decodeEntities(piece);
    text += ` ${clean}`;
    body += escapeText(clean);
  };
  for (const match of reply.matchAll(dialect.elements(prefix))) {
    addText(reply.slice(at, match.index));
    at = match.index + match[0].length;
    const groups = match.groups as ElementGroups;
    const source = sourceOf(groups, wire, open);
    if (source === null) return null;
    // Azure moves the spaces around an element into it.
    const { content = '' } = groups;
    if (/^\s/.test(content) && /\S$/.test(body)) body += ' ';
    body += source;
    if (/\s$/.test(content) && /^\S/.test(reply.slice(at, at + 1))) body += ' ';
  }
  addText(reply.slice(at));
  const windows = digitWindows(text, numbers[0]?.length ?? 0);
  if (numbers.some((number) => windows.has(number))) return null;
  return dialect.remains(prefix).test(text) ? null : body;
}

/** The groups of {@link MarkupDialect.elements}. */
interface ElementGroups {
  readonly unit?: string;
  readonly lineBreak?: string;
  readonly content?: string;
  readonly slash?: string;
  readonly pair?: string;
}

/**
 * Returns the original markup of an element in a response. Returns null if the element is damaged.
 * `open` contains the pairs whose end tags are yet to come.
 */
function sourceOf(
  { unit, lineBreak, content, slash, pair }: ElementGroups,
  { units, tags, prefix, numbers }: Wire,
  open: (string | undefined)[],
): string | null {
  const index = unit ?? lineBreak;
  if (index !== undefined) {
    const isTorn = content !== undefined && content.trim() !== numbers[Number(index)];
    return isTorn ? null : (units[Number(index)] ?? null);
  }
  if (slash === undefined) {
    open.push(pair);
    // An element without an id was added by the service.
    return pair === undefined ? '' : (tags.get(`${prefix}g${pair}`) ?? null);
  }
  if (pair === undefined && open.length === 0) return null;
  const closed = pair ?? open.pop();
  return closed === undefined ? '' : (tags.get(`/${prefix}g${closed}`) ?? null);
}

function tokenize(body: string): Token[] {
  const tokens: Token[] = [];
  const open: { name: string; index: number }[] = [];
  const openCounts = new Map<string, number>();
  const neverClosed = new Set<string>();
  let pairs = 0;
  let at = 0;
  for (const match of body.matchAll(MARKUP)) {
    if (match.index < at) continue;
    if (match.index > at) tokens.push({ kind: 'text', text: body.slice(at, match.index) });
    const [source, slash, name, attributes, selfClosing] = match;
    at = match.index + source.length;
    const index = tokens.push({ kind: 'unit', source }) - 1;
    if (name === undefined) continue;
    if (slash === '/') {
      while ((openCounts.get(name) ?? 0) > 0) {
        const partner = open.pop();
        if (partner === undefined) break;
        openCounts.set(partner.name, (openCounts.get(partner.name) ?? 0) - 1);
        const opening = tokens[partner.index];
        if (partner.name !== name || opening?.kind !== 'unit') continue;
        tokens[partner.index] = { kind: 'open', source: opening.source, pair: pairs };
        tokens[index] = { kind: 'close', source, pair: pairs++ };
        break;
      }
    } else if (selfClosing === '') {
      const isOpaque = OPAQUE.test(`${name}${attributes}`) && !neverClosed.has(name);
      const end = isOpaque ? body.indexOf(`</${name}>`, at) : -1;
      if (end >= 0) {
        at = end + name.length + 3;
        tokens[index] = { kind: 'unit', source: body.slice(match.index, at) };
      } else {
        if (isOpaque) neverClosed.add(name);
        open.push({ name, index });
        openCounts.set(name, (openCounts.get(name) ?? 0) + 1);
      }
    }
  }
  if (at < body.length) tokens.push({ kind: 'text', text: body.slice(at) });
  return tokens;
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity) => {
    const name = entity.slice(1, -1);
    if (!name.startsWith('#')) return NAMED[name as keyof typeof NAMED];
    const isHex = name[1] === 'x';
    const codePoint = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && codePoint >> 11 !== 0x1b;
    return isCharacter ? String.fromCodePoint(codePoint) : entity;
  });
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function toReferences(text: string): string {
  return text.replace(/[\s\S]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns a prefix for element names that does not occur in the text. */
function choosePrefix(plain: string): string {
  if (!plain.includes('<')) return '';
  const taken = new Set([...plain.toLowerCase().matchAll(/p\d+/g)].map(([found]) => found));
  let count = 0;
  while (taken.has(`p${count}`)) count++;
  return `p${count}`;
}

function chooseNumbers(plain: string, count: number): string[] {
  const first = count < 1_000 ? 7_301 : 7_300_001;
  const taken = digitWindows(plain, String(first).length);
  const numbers: string[] = [];
  for (let number = first; numbers.length < count; number++)
    if (!taken.has(String(number))) numbers.push(String(number));
  return numbers;
}

function digitWindows(text: string, length: number): Set<string> {
  const windows = new Set<string>();
  if (length === 0) return windows;
  for (const [run] of text.matchAll(/\d+/g))
    for (let start = 0; start + length <= run.length; start++)
      windows.add(run.slice(start, start + length));
  return windows;
}
