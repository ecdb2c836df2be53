import type { FilePlural } from '../format.ts';
import { NameIndex } from '../names/name-index.ts';
import { type ContentOwner, TextContent } from './content.ts';
import { unescapeBackslash } from './inline/characters.ts';
import { ESCAPED_NOTE, nameOfUnitId, XML_NAMESPACE } from './names.ts';
import { type OwnMarks, ownMarks } from './own-marks.ts';
import { PLURAL_GROUP, pluralOfUnit, QT_CONTEXT } from './plural-group.ts';
import {
  attributeOf,
  type Inherited,
  inherit,
  joinNotes,
  NOTHING_INHERITED,
  NoteText,
  type Session,
  skipOfTarget,
  UnitBudget,
} from './session.ts';
import { fromXliff12State, isState12, isUntranslated12 } from './states.ts';
import {
  askedLocale,
  checkLanguage,
  Header12,
  ID_SECTION,
  maxLengthOf,
  PO_HEADER,
  Structure12,
  unitId,
} from './structure-12.ts';
import type { FileOfUnit, PlacedUnit, RowOfUnit } from './unit/placed-unit.ts';
import { takeUnit, type UnitResult } from './unit/take-unit.ts';
import { LeftOut, type Scope, type Span, type XmlElement } from './xml-reader.ts';

/** Elements of a unit or group without text to translate. The reader ignores their content. */
const BESIDE_TEXTS = new Set(['context-group', 'count-group', 'prop-group']);

const BESIDE_BINARY = new Set(['bin-source', 'note']);

/** True for an element beside the texts that belongs to the target language of its file. */
const isOfTarget = (element: XmlElement): boolean =>
  element.name === 'alt-trans' ||
  element.name === 'bin-target' ||
  (element.name === 'note' && attributeOf(element, 'annotates') === 'target');

export class Xliff12 extends Structure12 {
  readonly #uri: string;
  #fileCount = 0;

  constructor(session: Session, element: XmlElement) {
    super(session, element.name);
    this.#uri = element.uri;
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.#uri) return null;
    if (element.name !== 'file') throw this.unexpected(element);
    this.#fileCount += 1;
    return new File12(this.session, element, this.#fileCount);
  }

  override close(): void {
    if (this.#fileCount === 0)
      throw this.session.fault('an <xliff> needs a <file> (XLIFF 1.2, <xliff>)');
  }
}

/** A `<file>` element. Its languages apply to all its units. */
class File12 extends Structure12 implements FileOfUnit {
  readonly uri: string;
  readonly id = '';
  readonly languageTag: XmlElement;
  readonly sourceLocaleTag: string;
  readonly #original: string;
  /** Number of the `<file>` element in its document, counted from 1. */
  readonly #number: number;
  readonly #targetLanguage: string | undefined;
  readonly #groupIds = new NameIndex();
  readonly #inherited: Inherited;
  #hasHeader = false;
  #hasBody = false;

  constructor(session: Session, element: XmlElement, number: number) {
    super(session, element.name);
    session.names.beginFile();
    this.uri = element.uri;
    this.languageTag = element;
    this.#original = attributeOf(element, 'original') ?? '';
    this.#number = number;
    const source = attributeOf(element, 'source-language');
    const target = attributeOf(element, 'target-language') || undefined;
    this.sourceLocaleTag = session.localeTag(source, 'source-language', element.place);
    this.#targetLanguage =
      target === undefined
        ? undefined
        : session.localeTag(target, 'target-language', element.place);
    this.#inherited = inherit(session, element, NOTHING_INHERITED);
  }

  get targetLocaleTag(): string | undefined {
    return this.#targetLanguage;
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.uri) return null;
    if (element.name === 'header' && !this.#hasHeader && !this.#hasBody) {
      this.#hasHeader = true;
      return null;
    }
    if (element.name !== 'body' || this.#hasBody) throw this.unexpected(element);
    this.#hasBody = true;
    return new Group12(this.session, element, this.#inherited, this);
  }

  override close(): void {
    if (!this.#hasBody) throw this.session.fault('a <file> needs a <body> (XLIFF 1.2, <file>)');
  }

  /**
   * Returns key names for a unit in order of preference: its name, then its name with the file as a
   * prefix. The first name that is not in use is taken.
   */
  namesOf(unit: string): string[] {
    return [unit, `${this.#original}/${unit}`, `${this.#original}#${this.#number}/${unit}`];
  }

  claimGroupId(id: string, { place }: XmlElement): void {
    if (this.#groupIds.add(id) === -1) return;
    const what = `duplicate id ${JSON.stringify(id)} of a <group> in its file`;
    throw this.session.fault(`${what} (${ID_SECTION})`, place);
  }
}

class Group12 extends Structure12 {
  readonly #element: XmlElement;
  readonly #inherited: Inherited;
  readonly #file: File12;
  readonly #isPlural: boolean;

  constructor(session: Session, element: XmlElement, from: Inherited, file: File12) {
    super(session, element.name);
    this.#file = file;
    this.#inherited = inherit(session, element, from);
    this.#element = element;
    const type = attributeOf(element, 'restype');
    this.#isPlural = type === PLURAL_GROUP;
    if (type === QT_CONTEXT) session.isQt = true;
    const id = element.name === 'group' ? attributeOf(element, 'id') : undefined;
    if (id !== undefined) file.claimGroupId(id, element);
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.#file.uri) return null;
    const { session } = this;
    switch (element.name) {
      case 'group':
        return new Group12(session, element, this.#inherited, this.#file);
      case 'trans-unit':
        // A unit with the header of a PO catalog, as po2xliff and Pootle write it. The header
        // contains the plural forms and the charset of the catalog, and is not translated.
        return attributeOf(element, 'restype') === PO_HEADER
          ? new Header12(session, element, this.#file)
          : new Unit12(session, element, this.#inherited, this.#file, this.#isPlural);
      case 'bin-unit':
        return new BinUnit12(session, element, this.#inherited, this.#file);
      default:
        if (this.name === 'group') {
          if (isOfTarget(element)) return skipOfTarget(session, element);
          if (BESIDE_TEXTS.has(element.name) || element.name === 'note') return null;
        }
        throw this.unexpected(element);
    }
  }

  override close(endTag: Span): void {
    if (this.#isPlural) {
      this.session.hasPlurals = true;
      this.session.notePlural?.(this.#element);
    }
    if (this.name === 'body') {
      this.session.noteContainer?.({ file: this.#file, tag: this.#element, endTag });
    }
  }
}

/** A `<bin-unit>` element. Its binary content is skipped, and its translation units are read. */
class BinUnit12 extends Structure12 {
  readonly #inherited: Inherited;
  readonly #file: File12;

  constructor(session: Session, element: XmlElement, from: Inherited, file: File12) {
    super(session, element.name);
    this.#file = file;
    this.#inherited = inherit(session, element, from);
    const id = unitId(session, element);
    session.claimId(element, id, ID_SECTION);
    session.names.addId(id);
    session.warnOnce('bin-unit', {
      path: id,
      code: 'binary_skipped',
      message: 'the binary content of a <bin-unit> was skipped, here and in every other',
    });
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.#file.uri) return null;
    if (element.name === 'trans-unit') {
      return new Unit12(this.session, element, this.#inherited, this.#file);
    }
    if (isOfTarget(element)) return skipOfTarget(this.session, element);
    if (BESIDE_BINARY.has(element.name) || BESIDE_TEXTS.has(element.name)) return null;
    throw this.unexpected(element);
  }
}

class Unit12 extends Structure12 implements ContentOwner {
  readonly keyName: string;
  readonly budget: UnitBudget;
  readonly #id: string;
  readonly #element: XmlElement;
  readonly #file: File12;
  readonly #inherited: Inherited;
  readonly #marks: OwnMarks;
  readonly #notes: string[] = [];
  readonly #plural: FilePlural | undefined;
  #source: TextContent | undefined;
  #target: TextContent | undefined;
  #hasSegmentedSource = false;
  /** Offset after the `<source>` element, at which a target can be inserted. */
  #sourceEnd = 0;
  #state: string | undefined;
  #targetLocaleTag: string | undefined;

  constructor(
    session: Session,
    element: XmlElement,
    from: Inherited,
    file: File12,
    isPlural = false,
  ) {
    super(session, element.name);
    this.#element = element;
    this.#file = file;
    const id = unitId(session, element);
    this.#id = id;
    this.#marks = ownMarks(element);
    if (isPlural) {
      const localeTag = file.targetLocaleTag ?? session.options.localeTag;
      this.#plural = pluralOfUnit(id, localeTag, session.isQt);
    }
    const unit = this.#plural
      ? `${this.#plural.family}.${this.#plural.category}`
      : nameOfUnitId(id);
    const name =
      this.#marks.name ?? (this.#plural ? unit : attributeOf(element, 'resname') || unit);
    this.keyName = session.claimUnit(element, {
      id,
      name,
      section: ID_SECTION,
      others: () => file.namesOf(unit),
    });
    this.#inherited = inherit(session, element, from);
    this.budget = new UnitBudget(session);
    this.#targetLocaleTag = file.targetLocaleTag;
  }

  get uri(): string {
    return this.#file.uri;
  }

  dataOf(): string {
    return '';
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.uri) return null;
    switch (element.name) {
      case 'source':
        if (this.#source || this.#target || this.#hasSegmentedSource)
          throw this.unexpected(element);
        checkLanguage(this.session, element, this.#file.sourceLocaleTag);
        this.#source = this.#contentOf(element);
        return this.#source;
      case 'seg-source':
        if (!this.#source || this.#target || this.#hasSegmentedSource)
          throw this.unexpected(element);
        this.#hasSegmentedSource = true;
        return new LeftOut((endTag) => {
          this.#sourceEnd = endTag.end;
        });
      case 'target':
        if (!this.#source || this.#target) throw this.unexpected(element);
        return this.#openTarget(element);
      case 'alt-trans':
        return skipOfTarget(this.session, element);
      case 'note': {
        if (isOfTarget(element) && this.session.noteSkipped)
          return skipOfTarget(this.session, element);
        const isEscaped = attributeOf(element, 'from') === ESCAPED_NOTE;
        return new NoteText(this.session, this.budget, (text) => {
          this.#notes.push(isEscaped ? unescapeBackslash(text) : text);
        });
      }
      default:
        if (BESIDE_TEXTS.has(element.name)) return null;
        throw this.unexpected(element);
    }
  }

  override close(endTag: Span): void {
    const { session, keyName } = this;
    const { place } = this.#element;
    if (this.#source === undefined) {
      throw session.fault(
        'a <trans-unit> needs a <source> (XLIFF 1.2, <trans-unit>)',
        place,
        keyName,
      );
    }
    const source = this.#source.content;
    takeUnit(session, {
      id: this.#marks.id ?? this.#id,
      plural: this.#plural,
      name: keyName,
      place,
      description: joinNotes(this.#notes, this.#inherited.space),
      sourceLocaleTag: this.#file.sourceLocaleTag,
      targetLocaleTag: this.#targetLocaleTag,
      source: this.#hasSource(source) ? source : undefined,
      sourceState: this.#marks.sourceState,
      target: this.#targetValue(source),
      isTranslated: this.#inherited.isTranslated,
      maxLength: maxLengthOf(this.#element),
      locate: (row) => this.#locate(row, endTag),
    });
  }

  /** True if the unit has a source text. In a plural, only the forms `one` and `other` have one. */
  #hasSource(source: string): boolean {
    if (this.#marks.hasNoSource && source === '') return false;
    const category = this.#plural?.category ?? 'other';
    return category === 'one' || category === 'other';
  }

  #locate(row: RowOfUnit, endTag: Span): PlacedUnit {
    const source = this.#source!;
    return {
      ...row,
      version: '1.2',
      unit: this.#element,
      end: endTag.end,
      source,
      target: this.#target,
      stateTag: this.#target?.tag,
      targetStart: Math.max(this.#sourceEnd, source.endTag.end),
      fault: this.#hasSegmentedSource ? 'the source is divided into segments' : null,
      ids: null,
      file: this.#file,
    };
  }

  #targetValue(source: string): UnitResult['target'] {
    if (this.#target === undefined) return undefined;
    const text = this.#target.content;
    const isMeant = this.#marks.hasEmptyTarget || source === '';
    const isNew = isUntranslated12(this.#state);
    if (text === '' && !isMeant && (isNew || this.#state === undefined)) return undefined;
    if (text === source && text !== '' && isNew) return undefined;
    return { text, state: fromXliff12State(this.#state, attributeOf(this.#element, 'approved')) };
  }

  #openTarget(element: XmlElement): Scope {
    const { session } = this;
    const lang = attributeOf(element, 'lang', XML_NAMESPACE);
    if (this.#targetLocaleTag === undefined) {
      this.#targetLocaleTag =
        lang === undefined
          ? askedLocale(session, element, this.keyName)
          : session.localeTag(lang, 'xml:lang', element.place);
    }
    checkLanguage(session, element, this.#targetLocaleTag);
    this.#state = attributeOf(element, 'state');
    if (this.#state !== undefined && !isState12(this.#state)) {
      session.warnOnce(`state ${this.#state}`, {
        path: this.keyName,
        code: 'state_unknown',
        message: `the state ${JSON.stringify(this.#state)} is not defined in XLIFF 1.2 and was dropped`,
      });
    }
    this.#target = this.#contentOf(element);
    return this.#target;
  }

  #contentOf(element: XmlElement): TextContent {
    const { session } = this;
    const hasLayout = inherit(session, element, this.#inherited).space !== 'preserve';
    return new TextContent(session, this, element, { hasLayout });
  }
}
