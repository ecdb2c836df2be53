/**
 * A text with markup that LibreTranslate preserves, and the function that restores the original
 * markup in the response.
 */
export interface LibreMarkup {
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

/** Matches the elements of placeholders, whose content must not be translated. */
const OPAQUE = /^(?:var|code)(?![\w-])|\stranslate="?no(?!\w)/i;
const MARKUP =
  /<(\/?)([A-Za-z][\w-]*)(?![\w-])([^<>]*?)(\/?)>|&(?!(?:amp|lt|gt|quot|apos|nbsp);)[A-Za-z]\w*;/g;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-fA-F]{1,6});/g;
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' } as const;
/** Matches white space that Python's `str.split()` collapses. */
const FRAGILE_SPACE = /[\t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|(?<= ) /g;

/**
 * Encodes a text for LibreTranslate's HTML mode (argosopentech/translate-html, LibreTranslate
 * `app.py`). This mode collapses white space and puts each element back at the first place where
 * its text is found. White space is therefore sent as character references, and each placeholder
 * contains a number that does not occur in the text.
 */
export function encodeLibreMarkup(body: string): LibreMarkup {
  const tokens = tokenize(body);
  const plain = tokens
    .map((token) => (token.kind === 'text' ? decodeEntities(token.text) : ' '))
    .join('');
  const wire: Wire = {
    prefix: choosePrefix(plain),
    numbers: chooseNumbers(plain, tokens.filter(({ kind }) => kind === 'unit').length),
    units: [],
    tags: new Map(),
    showsEntities: plain.search(ENTITY) >= 0,
  };
  const html = tokens.map((token) => encodeToken(token, wire)).join('');
  return {
    html: html.replace(/^ | $/g, toReference),
    restore: (reply) => restore(reply, wire),
  };
}

interface Wire {
  readonly prefix: string;
  readonly numbers: readonly string[];
  readonly units: string[];
  readonly tags: Map<string, string>;
  /** True if the text shows entities to its readers, as an HTML tutorial does. */
  readonly showsEntities: boolean;
}

function encodeToken(token: Token, wire: Wire): string {
  if (token.kind === 'text')
    return escapeText(decodeEntities(token.text)).replace(FRAGILE_SPACE, toReference);
  if (token.kind === 'unit') {
    const index = wire.units.push(token.source) - 1;
    const name = `${wire.prefix}x${index}`;
    return `<${name} translate="no">${wire.numbers[index]}</${name}>`;
  }
  const tag = `${token.kind === 'close' ? '/' : ''}${wire.prefix}g${token.pair}`;
  wire.tags.set(tag, token.source);
  return `<${tag}>`;
}

function restore(reply: string, wire: Wire): string | null {
  const { prefix, numbers, units, tags } = wire;
  const unit = `<\\s*${prefix}x(\\d+)\\b[^<>]*?(?:/\\s*>|>([^<>]*)<\\s*/\\s*${prefix}x\\1\\s*>)`;
  const tag = `<\\s*(/\\s*)?${prefix}g(\\d+)\\b[^<>]*>`;
  let body = '';
  let text = '';
  let at = 0;
  const addText = (piece: string) => {
    // Older servers leave entities in the response. They are decoded here, unless the source text
    // itself shows entities to its readers.
    const clean = wire.showsEntities ? piece : decodeEntities(piece);
    text += ` ${clean}`;
    body += escapeText(clean);
  };
  for (const match of reply.matchAll(new RegExp(`${unit}|${tag}`, 'gi'))) {
    addText(reply.slice(at, match.index));
    at = match.index + match[0].length;
    const [, unitIndex, content, slash, pair] = match;
    const isTorn = content !== undefined && content.trim() !== numbers[Number(unitIndex)];
    const source =
      unitIndex === undefined
        ? tags.get(`${slash === undefined ? '' : '/'}${prefix}g${pair}`)
        : units[Number(unitIndex)];
    if (source === undefined || isTorn) return null;
    body += source;
  }
  addText(reply.slice(at));
  const windows = digitWindows(text, numbers[0]?.length ?? 0);
  if (numbers.some((number) => windows.has(number))) return null;
  return new RegExp(`<\\s*(?:/\\s*)?${prefix}[xg]\\d`, 'i').test(text) ? null : body;
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

function toReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
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
