/** Characters that XML 1.0 (production 2, Char) excludes, even as character references. */
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const NOT_XML_ALL = new RegExp(NOT_XML, 'g');

/**
 * Characters that must be escaped in element content. Testing first is faster, because most texts
 * contain none.
 */
const IN_CONTENT = /[&<>\r]/;
const IN_CONTENT_ALL = new RegExp(IN_CONTENT, 'g');
const IN_ATTRIBUTE = /[&<>"\t\n\r]/;
const IN_ATTRIBUTE_ALL = new RegExp(IN_ATTRIBUTE, 'g');

const NAME_START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}' +
  '\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}' +
  '\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NAME_REST = '\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}';
/** An Nmtoken of XML 1.0 (production 7). */
const NMTOKEN = new RegExp(`^[${NAME_START}${NAME_REST}]+$`, 'u');
/** A name that may have one prefix (Namespaces in XML 1.0, production 7). */
const QNAME = new RegExp(`^[${NAME_START}][${NAME_START}${NAME_REST}]*$`, 'u');

export function isXmlText(text: string): boolean {
  return !NOT_XML.test(text);
}

export function isNmtoken(text: string): boolean {
  return NMTOKEN.test(text);
}

export function isQname(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon === 0 || colon === text.length - 1 || colon !== text.lastIndexOf(':')) return false;
  return QNAME.test(text) && (colon === -1 || QNAME.test(text.slice(colon + 1)));
}

const CONTENT_REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

/**
 * Escapes a text for element content. `>` is escaped because of `]]>` (XML 1.0 section 2.4). A
 * carriage return is escaped because a parser would read it as a line feed (section 2.11). `encode`
 * returns markup for a character that XML cannot contain.
 */
export function escapeContent(text: string, encode: (character: string) => string): string {
  const escaped = IN_CONTENT.test(text)
    ? text.replace(IN_CONTENT_ALL, (character) => CONTENT_REFERENCES[character]!)
    : text;
  return isXmlText(escaped) ? escaped : escaped.replace(NOT_XML_ALL, encode);
}

const ATTRIBUTE_REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const ATTRIBUTE_CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ATTRIBUTE_REFERENCES).map(([character, reference]) => [reference, character]),
);

/**
 * Escapes a value for an attribute in double quotes. White space becomes character references,
 * which attribute normalization keeps (XML 1.0 section 3.3.3).
 */
export function escapeAttribute(value: string): string {
  if (!IN_ATTRIBUTE.test(value)) return value;
  return value.replace(IN_ATTRIBUTE_ALL, (character) => ATTRIBUTE_REFERENCES[character]!);
}

/**
 * Reverses {@link escapeAttribute}. Returns null if that function could not have returned
 * `escaped`.
 */
export function unescapeAttribute(escaped: string): string | null {
  const value = escaped.replace(/&[^;&]*;/g, (reference) => {
    return ATTRIBUTE_CHARACTERS[reference] ?? reference;
  });
  return escapeAttribute(value) === escaped ? value : null;
}

/**
 * Returns the code of a character as four hexadecimal digits, as in the attribute `hex` of `<cp>`.
 */
export function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Replaces each character that XML cannot contain by `\u{…}`, and doubles backslashes. Use it for
 * attributes and notes, which cannot contain markup.
 */
export function escapeBackslash(text: string): string {
  const doubled = text.replaceAll('\\', '\\\\');
  return doubled.replace(NOT_XML_ALL, (character) => {
    return `\\u{${character.charCodeAt(0).toString(16)}}`;
  });
}

export function unescapeBackslash(text: string): string {
  return text.replace(/\\(?:\\|u\{([0-9a-f]{1,4})\})/g, (_, hex: string | undefined) => {
    return hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16));
  });
}
