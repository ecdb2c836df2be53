import type { FileRow, FileWarning, FormatError, ReadOptions } from '../format.ts';
import { canonicalTag, isLocaleOfImport, languageOf } from '../locale/locale-tag.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { isBlank } from '../xml/tag.ts';
import { nameOfUnitId, XML_NAMESPACE } from './names.ts';
import type { Container, PlacedUnit } from './unit/placed-unit.ts';
import { UnitNames } from './unit/unit-names.ts';
import { isValueOf } from './vocabulary.ts';
import { LeftOut, type Scope, type Span, type XmlElement, type XmlPosition } from './xml-reader.ts';

export class Session {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly options: ReadOptions;
  readonly names = new UnitNames();
  /** Receives the offsets of units and of the elements around them. Set only for a patch. */
  noteUnit?: (unit: PlacedUnit) => void;
  noteContainer?: (container: Container) => void;
  /**
   * Receives an element that is not a text but belongs to the target language: the target of a PO
   * header, a proposed translation, or a note about a target.
   */
  noteSkipped?: (element: { readonly tag: Span; readonly endTag: Span }) => void;
  /** Receives a group with the forms of a plural. */
  notePlural?: (group: XmlElement) => void;
  hasPlurals = false;
  /** True if Qt has written the file. */
  isQt = false;
  fault: (message: string, place?: XmlPosition, path?: string) => FormatError;
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

  /** Reports a warning, unless there was a warning about the same topic before. */
  warnOnce(topic: string, warning: FileWarning): void {
    if (this.#warned.has(topic)) return;
    this.#warned.add(topic);
    this.options.warn(warning);
  }

  /**
   * Records the id and the name of a unit. Returns the name. If another unit already has this name,
   * returns the first name in `others` that is free. Names can repeat because ids are only unique
   * within a `<file>`.
   * @throws FormatError for a duplicate id, for a name that is too long, and if no name is free
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

  /** Rejects a duplicate id in the same `<file>`. */
  claimId({ name, place }: XmlElement, id: string, section: string): void {
    if (!this.names.hasId(id)) return;
    const what = `duplicate id ${JSON.stringify(id)} of a <${name}> in its file`;
    throw this.fault(`${what} (${section})`, place);
  }

  /**
   * Returns the id of a unit if it is not derived from the key name. An id that is too long is
   * skipped with a warning.
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

  #addName(name: string, id: string, place: XmlPosition): XmlPosition | null {
    const { keyNameLength } = this.options.limits;
    if (isLongerThan(name, keyNameLength)) {
      throw this.fault(`the key name has more than ${keyNameLength} characters`, place, name);
    }
    if (name !== id) requireText(name, name, place);
    return this.names.add(name, id, place);
  }

  /**
   * Returns the locales of a unit's texts. A variant of the source language, such as `en-US`,
   * counts as the source locale, and so does an equivalent tag, such as `zh-CN` for `zh-Hans`.
   * Rejects a unit with an unexpected source or target locale.
   */
  localesOf(source: string, given: string | undefined, place: XmlPosition): Languages {
    const { localeTag: asked, sourceLocaleTag: sourceTag } = this.options;
    const isTarget = given !== undefined && asked !== sourceTag;
    if (isTarget && !isLocaleOfImport(given, this.options)) {
      throw this.fault(
        `the target language of the file is ${given}, but the locale of the import is ${asked}`,
        place,
      );
    }
    const target = isTarget ? asked : given;
    const isAsked = source === asked && (target ?? asked) === asked;
    if (source === sourceTag || isAsked) return { source, target };
    if (languageOf(source) !== languageOf(sourceTag)) {
      throw this.fault(
        `the source language of the file is ${source}, but the source locale of the project is ${sourceTag}`,
        place,
      );
    }
    const message = `the source language of the file, ${source}, was read as ${sourceTag}, the source locale of the project`;
    this.warnOnce(`source ${source}`, { path: '', code: 'source_locale', message });
    return { source: sourceTag, target };
  }

  localeTag(value: string | undefined, what: string, place: XmlPosition): string {
    const tag = value === undefined ? null : canonicalTag(value);
    if (tag !== null) return tag;
    const found =
      value === undefined ? 'is missing' : `${JSON.stringify(value)} is not a BCP 47 tag`;
    throw this.fault(`${what} ${found}`, place);
  }
}

interface ClaimedUnit {
  readonly id: string;
  readonly name: string;
  /** Returns the key names to try if another unit already has the name. */
  others(): readonly string[];
  readonly section: string;
}

interface OwnId {
  readonly id: string;
  readonly name: string;
  readonly place: XmlPosition;
}

export interface Languages {
  readonly source: string;
  readonly target: string | undefined;
}

/** Skips an element that belongs to the target language. */
export const skipOfTarget = (session: Session, tag: Span): Scope =>
  new LeftOut((endTag) => session.noteSkipped?.({ tag, endTag }));

export abstract class Structure implements Scope {
  protected readonly session: Session;
  protected readonly name: string;

  constructor(session: Session, name: string) {
    this.session = session;
    this.name = name;
  }

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

/** Properties that child elements inherit: `xml:lang`, `xml:space` and `translate`. */
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

/**
 * Limits the total size of the texts, notes and elements of one unit. Without this limit, a unit
 * that never ends would fill the memory.
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

/**
 * Size that a {@link UnitBudget} counts for each element, in addition to the length of its text.
 */
export const ELEMENT_COST = 32;

export class NoteText implements Scope {
  #text = '';
  readonly #session: Session;
  readonly #budget: UnitBudget;
  readonly #take: (text: string, endTag: Span) => void;

  constructor(session: Session, budget: UnitBudget, take: (text: string, endTag: Span) => void) {
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

  close(endTag: Span): void {
    this.#take(this.#text, endTag);
  }
}

/**
 * Returns the description of a unit, with a line for each note. Notes are trimmed unless white
 * space is preserved.
 */
export function joinNotes(notes: readonly string[], space: string): string | undefined {
  const kept = space === 'preserve' ? notes : notes.map((note) => note.trim());
  return kept.length < 2 ? kept[0] : kept.filter((note) => note !== '').join('\n');
}
