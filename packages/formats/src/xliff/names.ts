import { isXmlText } from './inline/characters.ts';

/** The namespace of elements and attributes that only this product writes and reads in XLIFF files. */
export const OWN_NAMESPACE = 'urn:parlance:xliff';

export const NAMESPACE_12 = 'urn:oasis:names:tc:xliff:document:1.2';
export const NAMESPACE_11 = 'urn:oasis:names:tc:xliff:document:1.1';
/** Files of 1.0 have no namespace, and some tools leave it out in 1.1 and 1.2. */
export const NO_NAMESPACE = '';
/** Namespace of XLIFF 2.0 and 2.1. */
export const NAMESPACE_20 = 'urn:oasis:names:tc:xliff:document:2.0';
export const NAMESPACE_22 = 'urn:oasis:names:tc:xliff:document:2.2';
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/** Attribute of this product's namespace on a unit: the state of the source text. */
export const SOURCE_STATE = 'source-state';

/** Mark of a note in which characters are escaped: `category` in 2.1, `from` in 1.2. */
export const ESCAPED_NOTE = 'parlance:escaped';
/** `category` of a note that exists only because an annotation refers to it. */
export const REFERENCED_NOTE = 'parlance:reference';
/** Mark of a 2.1 segment that is translated and waits for a review. */
export const NEEDS_REVIEW_SUBSTATE = 'parlance:needs-review';
/** `ctype` of the 1.2 code for a character that XML cannot contain. The content of the code is the code point. */
export const CHARACTER_CTYPE = 'x-parlance-char';

/** Maximum depth of inline elements, when reading and when writing. */
export const MAX_INLINE_DEPTH = 32;

/** True for the core namespace of a file of 1.x. */
export const isVersion1 = (uri: string): boolean =>
  uri === NAMESPACE_12 || uri === NAMESPACE_11 || uri === NO_NAMESPACE;

const ENCODED_PREFIX = '_-';
const PLAIN_ID = /^(?!_-)[A-Za-z0-9._:-]+$/;

/**
 * Returns a unit's id for a key name: the name itself if it is an NMTOKEN in ASCII, or else an encoding that is one.
 * Different names have different ids.
 */
export function unitIdOf(name: string): string {
  if (PLAIN_ID.test(name)) return name;
  const encoded = name.replace(/[^A-Za-z0-9.:-]/gu, (character) => {
    return character === '_' ? '__' : `_${character.codePointAt(0)!.toString(16)}_`;
  });
  return ENCODED_PREFIX + encoded;
}

/**
 * Returns the id for XLIFF 1.2, in which any string is allowed. It is encoded only if XML or a reader could not keep
 * it.
 */
export function unitIdOf12(name: string): string {
  const isKept = name !== '' && isXmlText(name) && nameOfUnitId(name) === name;
  return isKept ? name : unitIdOf(name);
}

/** Returns the key name that an id of {@link unitIdOf} encodes. An id of another tool is the name itself. */
export function nameOfUnitId(id: string): string {
  if (!id.startsWith(ENCODED_PREFIX)) return id;
  const encoded = id.slice(ENCODED_PREFIX.length);
  const name = encoded.replace(/_(?:_|([0-9a-f]{1,6})_)/g, (whole, hex: string | undefined) => {
    const code = Number.parseInt(hex ?? '5f', 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
  return unitIdOf(name) === id ? name : id;
}
