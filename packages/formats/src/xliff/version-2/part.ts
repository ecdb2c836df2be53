import type { ValueState } from '../../format.ts';
import { canonicalTag } from '../../locale/locale-tag.ts';
import type { NameIndex } from '../../names/name-index.ts';
import { type ContentOwner, TextContent } from '../content.ts';
import { attributeRules, checkAttributes, NO_ATTRIBUTES, Ordered } from '../ordered.ts';
import { attributeOf, type Inherited, inherit, type Languages, type Session } from '../session.ts';
import { isXliff2State, stateFrom2 } from '../states.ts';
import type { Scope, XmlElement } from '../xml-reader.ts';

const SEGMENT = attributeRules({
  id: 'nmtoken',
  canResegment: 'yesNo',
  state: 'text',
  subState: 'userDefined',
});
const IGNORABLE = attributeRules({ id: 'nmtoken' });
const TARGET = attributeRules({ order: 'text' });

export interface PartOwner extends ContentOwner {
  readonly inherited: Inherited;
  readonly languages: Languages;
  readonly partIds: NameIndex;
}

/** A `<segment>` or `<ignorable>` element (XLIFF 2.1 sections 4.2.2.6 and 4.2.2.7). */
export class Part2 extends Ordered {
  source: TextContent | undefined;
  target: TextContent | undefined;
  order: number | undefined;
  readonly isSegment: boolean;
  readonly element: XmlElement;
  readonly #unit: PartOwner;
  readonly #at: number;
  readonly #stateName: string | undefined;
  readonly #subState: string | undefined;
  #sourceSpace = '';

  constructor(session: Session, element: XmlElement, unit: PartOwner, at: number) {
    super(session, element);
    this.isSegment = element.name === 'segment';
    checkAttributes(session, element, this.isSegment ? SEGMENT : IGNORABLE, 'none');
    const id = attributeOf(element, 'id');
    if (id !== undefined) this.claimId(unit.partIds, id, element, 'unit');
    this.element = element;
    this.#unit = unit;
    this.#at = at;
    this.#stateName = attributeOf(element, 'state');
    this.#subState = attributeOf(element, 'subState');
    if (this.#stateName !== undefined && !isXliff2State(this.#stateName)) {
      const name = JSON.stringify(this.#stateName);
      throw session.fault(`unknown state ${name} (XLIFF 2.1 4.3.1.31)`, element.place);
    }
    if (this.#subState !== undefined && this.#stateName === undefined) {
      throw session.fault('a subState needs a state (XLIFF 2.1 4.3.1.35)', element.place);
    }
  }

  get hasCodes(): boolean {
    return (this.source?.codes.length ?? 0) + (this.target?.codes.length ?? 0) > 0;
  }

  get sourceText(): string {
    return this.source?.content ?? '';
  }

  get state(): ValueState | undefined {
    return stateFrom2(this.#stateName, this.#subState);
  }

  /**
   * True if the element has a translation. An empty target is a translation if the source text is
   * empty, if `isEmptyMeant` is true, or if the state shows that a person has worked on the text. A
   * copy of the source is not a translation if the state marks it as untranslated.
   */
  isTranslated(isEmptyMeant: boolean): boolean {
    if (this.target === undefined) return false;
    const isCopy = this.target.content === this.sourceText && this.sourceText !== '';
    if (isCopy && this.isSegment && this.#stateName === 'initial') return false;
    if (this.target.content !== '' || this.sourceText === '' || isEmptyMeant) return true;
    return this.#stateName !== undefined && this.#stateName !== 'initial';
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.uri) throw this.unexpected(element);
    if (element.name !== 'source' && element.name !== 'target') throw this.unexpected(element);
    const isSource = element.name === 'source';
    if (!isSource && this.source === undefined) throw this.unexpected(element);
    this.reach(isSource ? 1 : 2, element, true);
    const { session } = this;
    const unit = this.#unit;
    checkAttributes(session, element, isSource ? NO_ATTRIBUTES : TARGET, 'none');
    const { lang, space } = inherit(session, element, unit.inherited);
    this.#checkLanguage(element, lang);
    const content = new TextContent(session, unit, element, { part: this.#at });
    if (isSource) {
      this.source = content;
      this.#sourceSpace = space;
      return content;
    }
    if (space !== this.#sourceSpace) {
      throw session.fault(
        'the xml:space of a target must equal the xml:space of its source (XLIFF 2.1 4.3.2.2)',
        element.place,
      );
    }
    const order = attributeOf(element, 'order');
    if (order !== undefined) {
      if (!/^[1-9]\d{0,8}$/.test(order)) {
        throw session.fault(
          'an order must be a positive number (XLIFF 2.1 4.3.1.24)',
          element.place,
        );
      }
      this.order = Number(order);
    }
    this.target = content;
    return content;
  }

  override close(): void {
    const { place, name } = this.element;
    if (this.source === undefined) {
      throw this.session.fault(`a <${name}> needs a <source> (${this.section})`, place);
    }
    const isWorkedOn = this.#stateName !== undefined && this.#stateName !== 'initial';
    if (isWorkedOn && this.target === undefined) {
      const message = `a <segment> in the state ${this.#stateName} needs a <target>`;
      throw this.session.fault(`${message} (XLIFF 2.1 4.3.1.31)`, place, this.#unit.keyName);
    }
  }

  #checkLanguage(element: XmlElement, lang: string | undefined): void {
    const { languages } = this.#unit;
    const wanted = element.name === 'source' ? languages.source : languages.target;
    if (wanted === undefined) {
      throw this.session.fault(
        'a file with targets needs trgLang (XLIFF 2.1 4.3.1.37)',
        element.place,
      );
    }
    if (lang === undefined || lang === '' || canonicalTag(lang) === wanted) return;
    throw this.session.fault(
      `xml:lang ${JSON.stringify(lang)} of a <${element.name}> differs from ${wanted}, the language of the file (XLIFF 2.1 4.2.2.12 and 13)`,
      element.place,
    );
  }
}
