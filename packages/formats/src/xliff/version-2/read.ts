import { NameIndex } from '../../names/name-index.ts';
import { attributeRules, checkAttributes, Ordered } from '../ordered.ts';
import {
  attributeOf,
  type Inherited,
  inherit,
  type Languages,
  NOTHING_INHERITED,
  type Session,
} from '../session.ts';
import type { Scope, Span, XmlElement } from '../xml-reader.ts';
import { Skeleton2 } from './beside.ts';
import { Notes2 } from './notes.ts';
import { isCodePointProfile } from './size.ts';
import { CONTAINER, type FileOfUnits, Unit2 } from './unit.ts';

const ROOT = attributeRules({ version: 'text', srcLang: 'text', trgLang: 'text' });
const FILE = attributeRules({
  id: 'nmtoken',
  canResegment: 'yesNo',
  original: 'text',
  translate: 'yesNo',
  srcDir: 'dir',
  trgDir: 'dir',
});

/** The root element of XLIFF 2.0, 2.1 and 2.2 (XLIFF 2.1 section 4.2.2.1). */
export class Xliff2 extends Ordered {
  readonly #languages: Languages;
  readonly #inherited: Inherited;
  readonly #fileIds = new NameIndex();
  readonly #element: XmlElement;
  #isEmpty = true;

  constructor(session: Session, element: XmlElement) {
    super(session, element);
    this.#element = element;
    checkAttributes(session, element, ROOT, 'any');
    const target = attributeOf(element, 'trgLang') || undefined;
    this.#languages = {
      source: session.localeTag(attributeOf(element, 'srcLang'), 'srcLang', element.place),
      target: target === undefined ? target : session.localeTag(target, 'trgLang', element.place),
    };
    this.#inherited = inherit(session, element, NOTHING_INHERITED);
  }

  open(element: XmlElement): Scope | null {
    if (element.uri === this.uri && element.name === 'file') {
      this.reach(1, element);
      const file = new File2(
        this.session,
        element,
        this.#inherited,
        this.#languages,
        this.#element,
      );
      this.claimId(this.#fileIds, file.id, element, 'document');
      this.#isEmpty = false;
      return file;
    }
    const isMetadata = element.uri === 'urn:oasis:names:tc:xliff:metadata:2.0';
    if (!isMetadata && (element.uri !== this.uri || element.name !== 'notes')) {
      throw this.unexpected(element);
    }
    this.reach(0, element);
    return null;
  }

  override close(): void {
    if (this.#isEmpty) {
      throw this.session.fault('an <xliff> needs a <file> (XLIFF 2.1 4.2.2.1)');
    }
  }
}

class File2 extends Ordered implements FileOfUnits {
  readonly id: string;
  readonly languageTag: XmlElement;
  readonly #element: XmlElement;
  readonly languages: Languages;
  readonly groupIds = new NameIndex();
  countsCodePoints = false;
  readonly #inherited: Inherited;
  #isEmpty = true;

  constructor(
    session: Session,
    element: XmlElement,
    from: Inherited,
    languages: Languages,
    languageTag: XmlElement,
  ) {
    super(session, element);
    session.names.beginFile();
    this.#element = element;
    this.languageTag = languageTag;
    checkAttributes(session, element, FILE, 'any');
    this.id = this.requiredId(element);
    this.languages = languages;
    this.#inherited = inherit(session, element, from);
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.uri) {
      this.reach(2, element);
      if (isCodePointProfile(element)) this.countsCodePoints = true;
      return null;
    }
    switch (element.name) {
      case 'skeleton':
        this.reach(1, element, true);
        return new Skeleton2(this.session, element);
      case 'notes':
        this.reach(3, element, true);
        return new Notes2(this.session, element);
      case 'unit':
      case 'group':
        this.reach(4, element);
        this.#isEmpty = false;
        return openUnitOrGroup(this.session, element, this.#inherited, this);
      default:
        throw this.unexpected(element);
    }
  }

  override close(endTag: Span): void {
    this.session.noteContainer?.({ file: this, tag: this.#element, endTag });
    if (this.#isEmpty) {
      throw this.session.fault('a <file> needs a <unit> or a <group> (XLIFF 2.1 4.2.2.2)');
    }
  }
}

function openUnitOrGroup(
  session: Session,
  element: XmlElement,
  from: Inherited,
  file: File2,
): Scope {
  return element.name === 'unit'
    ? new Unit2(session, element, from, file)
    : new Group2(session, element, from, file);
}

class Group2 extends Ordered {
  readonly #inherited: Inherited;
  readonly #file: File2;

  constructor(session: Session, element: XmlElement, from: Inherited, file: File2) {
    super(session, element);
    checkAttributes(session, element, CONTAINER, 'any');
    this.claimId(file.groupIds, this.requiredId(element), element, 'file');
    this.#inherited = inherit(session, element, from);
    this.#file = file;
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.uri) {
      this.reach(1, element);
      return null;
    }
    if (element.name === 'notes') {
      this.reach(2, element, true);
      return new Notes2(this.session, element);
    }
    if (element.name !== 'unit' && element.name !== 'group') throw this.unexpected(element);
    this.reach(3, element);
    return openUnitOrGroup(this.session, element, this.#inherited, this.#file);
  }
}
