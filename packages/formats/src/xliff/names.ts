import { isXmlText } from './inline/characters.ts';

/** Namespace of elements and attributes that are specific to Parlance. */
export const OWN_NAMESPACE = 'urn:parlance:xliff';

export const NAMESPACE_12 = 'urn:oasis:names:tc:xliff:document:1.2';
export const NAMESPACE_11 = 'urn:oasis:names:tc:xliff:document:1.1';
/**
 * Namespace of XLIFF 1.0 files, and of XLIFF 1.1 and 1.2 files in which a tool left out the
 * namespace.
 */
export const NO_NAMESPACE = '';
/** Namespace of XLIFF 2.0 and 2.1. */
export const NAMESPACE_20 = 'urn:oasis:names:tc:xliff:document:2.0';
export const NAMESPACE_22 = 'urn:oasis:names:tc:xliff:document:2.2';
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/**
 * Marks a note whose characters are escaped. XLIFF 2.1 has this mark in the attribute `category`,
 * and XLIFF 1.2 has it in `from`.
 */
export const ESCAPED_NOTE = 'parlance:escaped';
/** `category` of an empty note. The note exists only because an annotation refers to it. */
export const REFERENCED_NOTE = 'parlance:reference';
/** `subState` of an XLIFF 2.1 segment whose translation needs a review. */
export const NEEDS_REVIEW_SUBSTATE = 'parlance:needs-review';
/**
 * `ctype` of an XLIFF 1.2 code that represents a character that XML cannot contain. The content of
 * the code is the code point.
 */
export const CHARACTER_CTYPE = 'x-parlance-char';

/** Maximum depth of inline elements, when reading and when writing. */
export const MAX_INLINE_DEPTH = 32;

export const isVersion1 = (uri: string): boolean =>
  uri === NAMESPACE_12 || uri === NAMESPACE_11 || uri === NO_NAMESPACE;

const ENCODED_PREFIX = '_-';
const PLAIN_ID = /^(?!_-)[A-Za-z0-9._:-]+$/;

/**
 * Returns the unit id for a key name. If the name is not an ASCII NMTOKEN, it is encoded. Different
 * names have different ids.
 */
export function unitIdOf(name: string): string {
  if (PLAIN_ID.test(name)) return name;
  const encoded = name.replace(/[^A-Za-z0-9.:-]/gu, (character) => {
    return character === '_' ? '__' : `_${character.codePointAt(0)!.toString(16)}_`;
  });
  return ENCODED_PREFIX + encoded;
}

/**
 * Returns the XLIFF 1.2 unit id for a key name. The id is usually the name itself, because XLIFF
 * 1.2 allows any string. The name is only encoded if XML or a reader would change it.
 */
export function unitIdOf12(name: string): string {
  const isKept = name !== '' && isXmlText(name) && nameOfUnitId(name) === name;
  return isKept ? name : unitIdOf(name);
}

/**
 * Returns the key name for a unit id. Ids that {@link unitIdOf} did not encode are names
 * themselves.
 */
export function nameOfUnitId(id: string): string {
  if (!id.startsWith(ENCODED_PREFIX)) return id;
  const encoded = id.slice(ENCODED_PREFIX.length);
  const name = encoded.replace(/_(?:_|([0-9a-f]{1,6})_)/g, (whole, hex: string | undefined) => {
    const code = Number.parseInt(hex ?? '5f', 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
  return unitIdOf(name) === id ? name : id;
}
