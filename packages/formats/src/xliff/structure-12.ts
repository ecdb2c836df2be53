import { canonicalTag } from '../locale/locale-tag.ts';
import { XML_NAMESPACE } from './names.ts';
import { attributeOf, type Session, Structure, skipOfTarget } from './session.ts';
import type { Scope, XmlElement } from './xml-reader.ts';

/** `restype` of the unit with the header of a PO catalog. */
export const PO_HEADER = 'x-gettext-domain-header';
export const ID_SECTION = 'XLIFF 1.2, id';

export abstract class Structure12 extends Structure {
  protected get section(): string {
    return `XLIFF 1.2, <${this.name}>`;
  }
}

/** A unit that is not a text. Its id counts as used, and its target belongs to the target language of the file. */
export class Header12 extends Structure12 {
  constructor(session: Session, element: XmlElement, { uri }: { uri: string }) {
    super(session, element.name);
    const id = unitId(session, element);
    session.claimId(element, id, ID_SECTION);
    session.names.addId(id);
    this.#uri = uri;
  }

  readonly #uri: string;

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.#uri || element.name !== 'target') return null;
    return skipOfTarget(this.session, element);
  }
}

export function unitId(session: Session, element: XmlElement): string {
  const id = attributeOf(element, 'id');
  if (id !== undefined) return id;
  throw session.fault(`a <${element.name}> needs an id (${ID_SECTION})`, element.place);
}

/** Returns the attribute `maxwidth` if its unit of measurement is characters. The default is pixels. */
export function maxLengthOf(unit: XmlElement): number | undefined {
  const width = attributeOf(unit, 'maxwidth');
  const isInCharacters = attributeOf(unit, 'size-unit') === 'char';
  return isInCharacters && width !== undefined && /^[1-9]\d{0,8}$/.test(width)
    ? Number(width)
    : undefined;
}

/**
 * Returns the locale of the import, with a warning, for a file that does not state its target language, such as
 * Symfony's files. Rejects the file if the source locale is imported.
 */
export function askedLocale(session: Session, element: XmlElement, path: string): string {
  const { localeTag, sourceLocaleTag } = session.options;
  if (localeTag === sourceLocaleTag) {
    const message = 'a file with targets needs target-language, or xml:lang on each';
    throw session.fault(`${message} (XLIFF 1.2, target-language)`, element.place);
  }
  session.warnOnce('target-language', {
    path,
    code: 'target_language_missing',
    message: `the file names no target language; its targets were read as ${localeTag}, the locale of the import`,
  });
  return localeTag;
}

/** Rejects a text whose language differs from the language of its file. */
export function checkLanguage(session: Session, element: XmlElement, wanted: string): void {
  const lang = attributeOf(element, 'lang', XML_NAMESPACE);
  if (lang === undefined || lang === '' || canonicalTag(lang) === wanted) return;
  throw session.fault(
    `xml:lang ${JSON.stringify(lang)} of a <${element.name}> differs from ${wanted}, the language of the file (XLIFF 1.2, xml:lang)`,
    element.place,
  );
}
