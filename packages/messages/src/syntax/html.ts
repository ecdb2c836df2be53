export interface TagFound {
  readonly end: number;
  readonly role: 'open' | 'close' | 'void' | 'comment';
  readonly name: string;
}

// Elements that cannot have content (HTML Standard §13.1.2).
const VOID: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
// Attributes that are often written without a value, including the boolean attributes of the HTML
// Standard.
const BARE = new Set([
  'allowfullscreen',
  'async',
  'autofocus',
  'autoplay',
  'checked',
  'contenteditable',
  'controls',
  'default',
  'defer',
  'disabled',
  'download',
  'draggable',
  'formnovalidate',
  'hidden',
  'inert',
  'ismap',
  'itemscope',
  'loop',
  'multiple',
  'muted',
  'nomodule',
  'novalidate',
  'open',
  'playsinline',
  'readonly',
  'required',
  'reversed',
  'selected',
  'translate',
]);
// HTML elements for text-level semantics, lists and tables. A tag with any other name, such as
// `<object>`, is probably ordinary text.
const FORMATTING = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'blockquote',
  'center',
  'cite',
  'code',
  'dd',
  'del',
  'dfn',
  'div',
  'dl',
  'dt',
  'em',
  'font',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'i',
  'ins',
  'kbd',
  'li',
  'mark',
  'ol',
  'p',
  'pre',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'tt',
  'u',
  'ul',
  'var',
]);

/** True for an HTML element that formats words, such as `<b>`. */
export function isFormatting(name: string): boolean {
  return FORMATTING.has(name.toLowerCase());
}

/** True for elements without an end tag, such as `<br>`. */
export function isVoidName(name: string): boolean {
  return VOID.has(name) || (name === name.toUpperCase() && VOID.has(name.toLowerCase()));
}

const NAME = /[A-Za-z][\w:.-]{0,63}|\d{1,6}/y;
const ATTRIBUTE_NAME = /[^\s"'<>/=]{1,128}/y;
const SPACE = /\s/;

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && SPACE.test(text[end]!)) end++;
  return end;
}

const TEMPLATE = /<([%?])[^<]{0,300}?\1>/y;

/** Returns the end of a tag of ERB or PHP in an attribute value. */
function templateEnd(text: string, at: number): number | null {
  const tag = matchAt(TEMPLATE, text, at);
  return tag === null ? null : at + tag.length;
}

/**
 * Returns the end of an attribute value. Returns -1 if the value has no end. The search stops at
 * `<`, so the total time is linear.
 */
function valueEnd(text: string, at: number): number {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    for (let end = at + 1; end < text.length; end++) {
      if (text[end] === quote) return end + 1;
      if (text[end] !== '<') continue;
      const tag = templateEnd(text, end);
      if (tag === null) return -1;
      end = tag - 1;
    }
    return -1;
  }
  let end = at;
  while (end < text.length && !SPACE.test(text[end]!) && !'<>"\'`'.includes(text[end]!)) end++;
  if (text[end - 1] === '/' && text[end] === '>') end--;
  return end > at ? end : -1;
}

/**
 * Scans a tag or comment. Returns null if the `<` is ordinary text, as in `a < b`. `lastComment` is
 * the offset of the last `-->` in the text.
 */
export function scanTag(text: string, at: number, lastComment: number): TagFound | null {
  if (text.startsWith('<!--', at)) {
    if (lastComment < at + 4) return null;
    return { end: text.indexOf('-->', at + 4) + 3, role: 'comment', name: '!--' };
  }
  const closing = text[at + 1] === '/';
  const name = matchAt(NAME, text, at + (closing ? 2 : 1));
  if (name === null) return null;
  let end = at + (closing ? 2 : 1) + name.length;
  if (closing) {
    end = skipSpace(text, end);
    return text[end] === '>' ? { end: end + 1, role: 'close', name } : null;
  }
  for (;;) {
    const next = skipSpace(text, end);
    const char = text[next];
    if (char === '>') {
      return { end: next + 1, role: 'open', name };
    }
    if (char === '/' && text[next + 1] === '>') return { end: next + 2, role: 'void', name };
    if (next === end) return null;
    const attribute = matchAt(ATTRIBUTE_NAME, text, next);
    if (attribute === null) return null;
    end = next + attribute.length;
    const equals = skipSpace(text, end);
    if (text[equals] === '=') {
      end = valueEnd(text, skipSpace(text, equals + 1));
      if (end < 0) return null;
    } else if (!BARE.has(attribute.toLowerCase())) return null;
  }
}

// Named character references that occur in interface texts (HTML Standard §13.5). Other named
// references are not decoded.
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200c',
  zwj: '\u200d',
  lrm: '\u200e',
  rlm: '\u200f',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  hellip: '…',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  times: '×',
  divide: '÷',
  plusmn: '±',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  iexcl: '¡',
  iquest: '¿',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  atilde: 'ã',
  auml: 'ä',
  aring: 'å',
  aelig: 'æ',
  ccedil: 'ç',
  egrave: 'è',
  eacute: 'é',
  ecirc: 'ê',
  euml: 'ë',
  igrave: 'ì',
  iacute: 'í',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  ograve: 'ò',
  oacute: 'ó',
  ocirc: 'ô',
  otilde: 'õ',
  ouml: 'ö',
  oslash: 'ø',
  ugrave: 'ù',
  uacute: 'ú',
  ucirc: 'û',
  uuml: 'ü',
  szlig: 'ß',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  Eacute: 'É',
  Agrave: 'À',
  Ccedil: 'Ç',
  Ntilde: 'Ñ',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/y;

/**
 * Scans a character reference. `text` in the result is the character to which the reference refers,
 * or null if the name of the reference is unknown.
 */
export function scanEntity(
  text: string,
  at: number,
): { readonly end: number; readonly text: string | null } | null {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(text);
  if (!match) return null;
  const end = at + match[0].length;
  if (match[3] !== undefined) {
    return { end, text: Object.hasOwn(NAMED, match[3]) ? NAMED[match[3]]! : null };
  }
  const code = match[1] === undefined ? Number.parseInt(match[2]!, 16) : Number(match[1]);
  const isScalar = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return { end, text: isScalar && code !== 0x7f ? String.fromCodePoint(code) : null };
}
