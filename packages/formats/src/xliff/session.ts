import type { FileRow, FileWarning, FormatError, ReadOptions, ValueState } from '../format.ts';
import { canonicalTag, languageOf } from '../locale/locale-tag.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { isBlank, type XmlAttribute } from '../xml/tag.ts';
import { unescapeBackslash } from './inline/characters.ts';
import { nameOfUnitId, OWN_NAMESPACE, SOURCE_STATE, XML_NAMESPACE } from './names.ts';
import { stateFromMark } from './states.ts';
import type { Container, PlacedUnit } from './unit/placed-unit.ts';
import { UnitNames } from './unit/unit-names.ts';
import { isValueOf } from './vocabulary.ts';
import type { Place, Scope, Span, XmlElement } from './xml-reader.ts';

/** State that all elements of one file share while it is read. */
export class Session {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly options: ReadOptions;
  readonly names = new UnitNames();
  /** Receives the places of units and of their containers, for a patch. */
  noteUnit?: (unit: PlacedUnit) => void;
  noteContainer?: (container: Container) => void;
  /** Set once the reader exists, because each needs the other. */
  fault: (message: string, place?: Place, path?: string) => FormatError;
  readonly #warned = new Set<string>();

  constructor(options: ReadOptions) {
    this.options = options;
    this.fault = () => {
      throw new Error('the session has no reader yet');
    };
  }

  warn(warning: FileWarning): void {
    this.options.warn(warning);
  }

  /** Warns only of the first occurrence of a topic. */
  warnOnce(topic: string, warning: FileWarning): void {
    if (this.#warned.has(topic)) return;
    this.#warned.add(topic);
    this.options.warn(warning);
  }

  /**
   * Takes the id and the name of a unit. If an earlier unit has the name, takes the first free name of `others`: only
   * ids are unique, and only in their file.
   *
   * @throws FormatError if the id is taken, if the name is too long, or if all names are taken.
   */
  claimUnit(unit: XmlElement, { id, name: wanted, others, section }: ClaimedUnit): string {
    this.claimId(unit, id, section);
    const { place } = unit;
    const first = this.#addName(wanted, id, place);
    if (first === null) return wanted;
    const quoted = JSON.stringify(wanted);
    const name = others().find((other) => this.#addName(other, id, place) === null);
    if (name === undefined) {
      const other = `line ${first.line}, column ${first.column}`;
      const message = `duplicate key name ${quoted}: first used by the unit at ${other}`;
      throw this.fault(message, place, wanted);
    }
    const message = `another unit has the name ${quoted}: the unit on line ${place.line} was named after its id`;
    this.warn({ path: name, code: 'name_repeated', message });
    return name;
  }

  /** Rejects an id that an earlier unit of the file has. */
  claimId({ name, place }: XmlElement, id: string, section: string): void {
    if (!this.names.hasId(id)) return;
    const what = `duplicate id ${JSON.stringify(id)} of a <${name}> in its file`;
    throw this.fault(`${what} (${section})`, place);
  }

  /**
   * Returns the id of a unit if it does not follow from its name. An id that is longer than the maximum of a name is
   * left out with a warning.
   */
  ownIdOf({ id, name, place }: OwnId): string | undefined {
    if (id === name || id === '' || nameOfUnitId(id) === name) return undefined;
    requireText(id, name, place);
    const { keyNameLength } = this.options.limits;
    if (!isLongerThan(id, keyNameLength)) return id;
    const message = `an id has more than ${keyNameLength} characters and is not kept, here and in every other unit`;
    this.warnOnce('unit id', { path: name, code: 'unit_id_length', message });
    return undefined;
  }

  #addName(name: string, id: string, place: Place): Place | null {
    const { keyNameLength } = this.options.limits;
    if (isLongerThan(name, keyNameLength)) {
      throw this.fault(`the key name has more than ${keyNameLength} characters`, place, name);
    }
    // XML excludes characters that cannot be stored, but a name that was decoded from an id may contain them.
    if (name !== id) requireText(name, name, place);
    return this.names.add(name, id, place);
  }

  /**
   * Returns the locales to which a unit's texts belong. A source in another region or script of the project's source
   * language (`en-US`) belongs to the project's source locale. Any other locale that was not requested is refused.
   */
  localesOf(source: string, target: string | undefined, place: Place): Languages {
    const { localeTag: asked, sourceLocaleTag: own } = this.options;
    if (target !== undefined && target !== asked && asked !== own) {
      throw this.fault(
        `the target language of the file is ${target}, but the locale of the import is ${asked}`,
        place,
      );
    }
    const isAsked = source === asked && (target ?? asked) === asked;
    if (source === own || isAsked) return { source, target };
    if (languageOf(source) !== languageOf(own)) {
      throw this.fault(
        `the source language of the file is ${source}, but the source locale of the project is ${own}`,
        place,
      );
    }
    const message = `the source language of the file, ${source}, was read as ${own}, the source locale of the project`;
    this.warnOnce(`source ${source}`, { path: '', code: 'source_locale', message });
    return { source: own, target };
  }

  /** Returns the canonical tag. `pt_BR` is read as `pt-BR`. */
  localeTag(value: string | undefined, what: string, place: Place): string {
    const tag = value === undefined ? null : canonicalTag(value);
    if (tag !== null) return tag;
    const found =
      value === undefined ? 'is missing' : `${JSON.stringify(value)} is not a BCP 47 tag`;
    throw this.fault(`${what} ${found}`, place);
  }
}

/** The id and the name of a unit. */
interface ClaimedUnit {
  readonly id: string;
  readonly name: string;
  /** Returns names for the unit if another unit has its name. */
  others(): readonly string[];
  /** Section of the standard on ids. */
  readonly section: string;
}

/** Parts of a unit that show whether it has an id of its own. */
interface OwnId {
  readonly id: string;
  readonly name: string;
  readonly place: Place;
}

/** The two locales of a unit. */
export interface Languages {
  readonly source: string;
  readonly target: string | undefined;
}

/** An element that holds elements and no text. */
export abstract class Structure implements Scope {
  protected readonly session: Session;
  protected readonly name: string;

  constructor(session: Session, name: string) {
    this.session = session;
    this.name = name;
  }

  /** Section of the standard about the element. */
  protected abstract get section(): string;

  abstract open(element: XmlElement): Scope | null;

  text(text: string): void {
    if (isBlank(text)) return;
    throw this.session.fault(`a <${this.name}> must not contain text (${this.section})`);
  }

  close(_endTag: Span): void {}

  protected unexpected({ name, place }: XmlElement): FormatError {
    const message = `a <${this.name}> must not contain a <${name}> here`;
    return this.session.fault(`${message} (${this.section})`, place);
  }
}

/** Properties that elements inherit: `xml:lang`, `xml:space` and `translate`. */
export interface Inherited {
  readonly lang: string | undefined;
  readonly space: string;
  readonly isTranslated: boolean;
}

export const NOTHING_INHERITED: Inherited = {
  lang: undefined,
  space: 'default',
  isTranslated: true,
};

export function inherit(session: Session, element: XmlElement, from: Inherited): Inherited {
  if (element.attributes.length === 0) return from;
  const lang = attributeOf(element, 'lang', XML_NAMESPACE) ?? from.lang;
  const space = attributeOf(element, 'space', XML_NAMESPACE) ?? from.space;
  const translate = attributeOf(element, 'translate');
  if (space !== 'default' && space !== 'preserve') {
    throw session.fault('xml:space must be default or preserve (XML 1.0 2.10)', element.place);
  }
  if (translate !== undefined && !isValueOf('yesNo', translate)) {
    throw session.fault('translate must be yes or no', element.place);
  }
  const isTranslated = translate === undefined ? from.isTranslated : translate === 'yes';
  return { lang, space, isTranslated };
}

export function attributeOf(
  { attributes }: XmlElement,
  local: string,
  uri = '',
): string | undefined {
  for (const found of attributes) {
    if (found.local === local && found.uri === uri) return found.value;
  }
  return undefined;
}

/** Attributes of this product's namespace on a unit. Units of other tools have none. */
export interface OwnMarks {
  /** The exact name, if the standard's attribute cannot contain it. */
  readonly name: string | undefined;
  /** The exact id, if the standard's attribute cannot contain it. */
  readonly id: string | undefined;
  readonly hasNoSource: boolean;
  readonly hasEmptyTarget: boolean;
  /** State of the source text, which XLIFF has no attribute for. */
  readonly sourceState: ValueState | undefined;
}

const NO_MARKS: OwnMarks = {
  name: undefined,
  id: undefined,
  hasNoSource: false,
  hasEmptyTarget: false,
  sourceState: undefined,
};

const isOwn = ({ uri }: XmlAttribute): boolean => uri === OWN_NAMESPACE;

export function ownMarks(unit: XmlElement): OwnMarks {
  if (!unit.attributes.some(isOwn)) return NO_MARKS;
  const exact = (local: string) => {
    const value = attributeOf(unit, local, OWN_NAMESPACE);
    return value === undefined ? undefined : unescapeBackslash(value);
  };
  return {
    name: exact('name'),
    id: exact('id'),
    hasNoSource: attributeOf(unit, 'source', OWN_NAMESPACE) === 'none',
    hasEmptyTarget: attributeOf(unit, 'target', OWN_NAMESPACE) === 'empty',
    sourceState: stateFromMark(attributeOf(unit, SOURCE_STATE, OWN_NAMESPACE)),
  };
}

/**
 * Measures a unit with its texts, notes and parts, so that a unit without an end is refused before it fills the memory.
 */
export class UnitBudget {
  readonly #session: Session;
  #left: number;

  constructor(session: Session) {
    this.#session = session;
    this.#left = 16 * session.options.limits.valueLength + 65_536;
  }

  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw this.#session.fault('a single unit is too large');
  }
}

/** Cost of an element for a {@link UnitBudget}, in addition to its text. */
export const ELEMENT_COST = 32;

/** Collects the text of a note. */
export class NoteText implements Scope {
  #text = '';
  readonly #session: Session;
  readonly #budget: UnitBudget;
  readonly #take: (text: string) => void;

  constructor(session: Session, budget: UnitBudget, take: (text: string) => void) {
    budget.spend(ELEMENT_COST);
    this.#session = session;
    this.#budget = budget;
    this.#take = take;
  }

  open(element: XmlElement): Scope | null {
    throw this.#session.fault(`a <note> must not contain a <${element.name}>`, element.place);
  }

  text(text: string): void {
    this.#budget.spend(text.length);
    this.#text += text;
  }

  close(): void {
    this.#take(this.#text);
  }
}

/**
 * Returns one description for all notes of a unit with a text, one line each. They are trimmed unless space is
 * preserved.
 */
export function joinNotes(notes: readonly string[], space: string): string | undefined {
  const kept = space === 'preserve' ? notes : notes.map((note) => note.trim());
  return kept.length < 2 ? kept[0] : kept.filter((note) => note !== '').join('\n');
}
