import { attributeOf } from '../session.ts';
import type { XmlElement } from '../xml-reader.ts';

/** Namespace of the Size and Length Restriction Module (XLIFF 2.1 section 5.8). */
export const SIZE_NAMESPACE = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';
export const SIZE_ATTRIBUTE = 'sizeRestriction';
/** Profile in which a restriction is a number of Unicode code points. */
export const CODE_POINTS = 'xliff:codepoints';

/** True for the element that declares that the file's size restrictions count code points. */
export const isCodePointProfile = (element: XmlElement): boolean =>
  element.uri === SIZE_NAMESPACE &&
  element.name === 'profiles' &&
  attributeOf(element, 'generalProfile') === CODE_POINTS;

/** Returns the maximum of a size restriction. The restriction is a maximum, or a minimum and a maximum. */
export function maxLengthOf2(unit: XmlElement): number | undefined {
  const restriction = attributeOf(unit, SIZE_ATTRIBUTE, SIZE_NAMESPACE);
  const maximum = restriction && /^(?:\d+\s*,\s*)?([1-9]\d{0,8})$/.exec(restriction)?.[1];
  return maximum ? Number(maximum) : undefined;
}
