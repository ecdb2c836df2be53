import { NameIndex } from '../../names/name-index.ts';
import { findCodeFaults, noteReference } from '../inline/codes.ts';
import { nameOfUnitId } from '../names.ts';
import { attributeRules, checkAttributes, Ordered } from '../ordered.ts';
import { type OwnMarks, ownMarks } from '../own-marks.ts';
import {
  attributeOf,
  type Inherited,
  inherit,
  joinNotes,
  type Languages,
  type Session,
  skipOfTarget,
  UnitBudget,
} from '../session.ts';
import { weakestState } from '../states.ts';
import type { DataElement, FileOfUnit, PlacedUnit, RowOfUnit } from '../unit/placed-unit.ts';
import { takeUnit, type UnitResult } from '../unit/take-unit.ts';
import type { Scope, Span, XmlElement } from '../xml-reader.ts';
import { OriginalData2 } from './beside.ts';
import { Notes2, type NotesOfTarget, skipNotes } from './notes.ts';
import { Part2, type PartOwner } from './part.ts';
import { maxLengthOf2 } from './size.ts';

/** The attributes that `<unit>` and `<group>` share. */
export const CONTAINER = attributeRules({
  id: 'nmtoken',
  name: 'text',
  canResegment: 'yesNo',
  translate: 'yesNo',
  srcDir: 'dir',
  trgDir: 'dir',
  type: 'userDefined',
});

export interface FileOfUnits extends FileOfUnit {
  readonly languages: Languages;
}

/**
 * Namespaces of elements that belong to the target language: proposed translations, glossaries, and
 * earlier versions of a text (XLIFF 2.1 sections 5.1 and 5.2, XLIFF 2.0 section 5.6).
 */
const OF_TARGET: ReadonlySet<string> = new Set(
  ['matches', 'glossary', 'changetracking'].map((name) => `urn:oasis:names:tc:xliff:${name}:2.0`),
);
const NO_IDS: ReadonlySet<string> = new Set();
const NO_DATA: ReadonlyMap<string, DataElement> = new Map();

/** A `<unit>` element (XLIFF 2.1 section 4.2.2.5). */
export class Unit2 extends Ordered implements PartOwner {
  readonly keyName: string;
  readonly inherited: Inherited;
  readonly budget: UnitBudget;
  readonly #element: XmlElement;
  readonly #file: FileOfUnits;
  readonly #id: string;
  readonly #marks: OwnMarks;
  readonly #parts: Part2[] = [];
  #notes: string[] | null = null;
  #partIds: NameIndex | null = null;
  #noteIds: NameIndex | null = null;
  #notesOfTarget: NotesOfTarget | null = null;
  #data: Map<string, DataElement> | null = null;

  constructor(session: Session, element: XmlElement, from: Inherited, file: FileOfUnits) {
    super(session, element);
    checkAttributes(session, element, CONTAINER, 'any');
    this.#element = element;
    this.#id = this.requiredId(element);
    this.#marks = ownMarks(element);
    const unit = nameOfUnitId(this.#id);
    const name = this.#marks.name ?? (attributeOf(element, 'name') || unit);
    this.keyName = session.claimUnit(element, {
      id: this.#id,
      name,
      section: 'XLIFF 2.1 4.3.1.21',
      others: () => [unit, `${file.id}/${unit}`],
    });
    this.inherited = inherit(session, element, from);
    this.budget = new UnitBudget(session);
    this.#file = file;
  }

  get languages(): Languages {
    return this.#file.languages;
  }

  get partIds(): NameIndex {
    this.#partIds ??= new NameIndex();
    return this.#partIds;
  }

  dataOf(id: string): string {
    return this.#data?.get(id)?.text ?? '';
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.uri) {
      this.reach(1, element);
      return OF_TARGET.has(element.uri) ? skipOfTarget(this.session, element) : null;
    }
    switch (element.name) {
      case 'notes':
        this.reach(2, element, true);
        return this.#openNotes(element);
      case 'originalData':
        this.reach(3, element, true);
        this.#data = new Map();
        return new OriginalData2(this.session, element, this, this.#data);
      case 'segment':
      case 'ignorable': {
        this.reach(4, element);
        const part = new Part2(this.session, element, this, this.#parts.length);
        this.#parts.push(part);
        return part;
      }
      default:
        throw this.unexpected(element);
    }
  }

  #openNotes(element: XmlElement): Scope {
    const notes: string[] = [];
    this.#notes = notes;
    this.#noteIds = new NameIndex();
    const take = (note: string) => notes.push(note);
    return new Notes2(this.session, element, {
      take,
      budget: this.budget,
      ids: this.#noteIds,
      onEnd: (ofTarget) => {
        this.#notesOfTarget = ofTarget;
      },
    });
  }

  override close(endTag: Span): void {
    const { session, keyName } = this;
    const { place } = this.#element;
    if (!this.#parts.some(({ isSegment }) => isSegment)) {
      throw session.fault('a <unit> needs a <segment> (XLIFF 2.1 4.2.2.5)', place, keyName);
    }
    const inOrder = this.#targetOrder();
    this.#checkCodes();
    this.#skipNotes();
    const source =
      this.#parts.length === 1
        ? this.#parts[0]!.sourceText
        : this.#parts.map((part) => part.sourceText).join('');
    takeUnit(session, {
      id: this.#marks.id ?? this.#id,
      name: keyName,
      place,
      description: joinNotes(this.#notes ?? [], this.inherited.space),
      sourceLocaleTag: this.languages.source,
      targetLocaleTag: this.languages.target,
      source: this.#marks.hasNoSource && source === '' ? undefined : source,
      sourceState: this.#marks.sourceState,
      target: this.#joinTargets(inOrder),
      isTranslated: this.inherited.isTranslated,
      maxLength: this.#file.countsCodePoints ? maxLengthOf2(this.#element) : undefined,
      locate: (row) => this.#locate(row, endTag),
    });
  }

  #locate({ name, sourceLocaleTag, targetLocaleTag, values }: RowOfUnit, endTag: Span): PlacedUnit {
    const part = this.#parts.find(({ isSegment }) => isSegment)!;
    const source = part.source!;
    return {
      name,
      sourceLocaleTag,
      targetLocaleTag,
      values,
      version: '2.1',
      unit: this.#element,
      end: endTag.end,
      source,
      target: part.target,
      stateTag: part.element,
      targetStart: source.endTag.end,
      fault: this.#parts.length > 1 ? 'the unit has several segments' : null,
      ids: this.#ids,
      file: this.#file,
    };
  }

  get #ids() {
    return {
      fileId: this.#file.id,
      unitId: this.#id,
      parts: this.#partIds ?? NO_IDS,
      notes: this.#noteIds ?? NO_IDS,
      data: this.#data ?? NO_DATA,
    };
  }

  /** Skips the notes on the target, but keeps those to which an annotation of the source refers. */
  #skipNotes(): void {
    if (this.#notesOfTarget === null) return;
    const codes = this.#parts.flatMap((part) => part.source?.codes ?? []);
    const referenced = new Set(codes.map((code) => noteReference(code, this.#ids)));
    skipNotes(this.session, this.#notesOfTarget, (id) => referenced.has(id));
  }

  #checkCodes(): void {
    if (this.#parts.every((part) => !part.hasCodes)) return;
    const source = this.#parts.flatMap((part) => part.source?.codes ?? []);
    const target = this.#parts.flatMap((part) => part.target?.codes ?? []);
    const [first] = findCodeFaults(source, target, this.#ids);
    if (first !== undefined) {
      throw this.session.fault(first.message, first.code.place, this.keyName);
    }
  }

  /** Returns the parts in the order of their targets (XLIFF 2.1 section 4.8.2, segments order). */
  #targetOrder(): Part2[] {
    if (this.#parts.every(({ order }) => order === undefined)) return this.#parts;
    const places = this.#parts.map((part, index) => part.order ?? index + 1);
    const seen = new Set(places);
    const isPermutation = places.every((place) => place <= places.length);
    if (seen.size !== places.length || !isPermutation) {
      const message = 'the order of the targets must use each position in the unit exactly once';
      throw this.session.fault(`${message} (XLIFF 2.1 4.8.2)`, this.#element.place, this.keyName);
    }
    const ordered: Part2[] = [];
    for (const [at, part] of this.#parts.entries()) ordered[places[at]! - 1] = part;
    return ordered;
  }

  #joinTargets(parts: readonly Part2[]): UnitResult['target'] {
    if (parts.length === 1) {
      const { target, state } = parts[0]!;
      const isTranslated = parts[0]!.isTranslated(this.#marks.hasEmptyTarget);
      return isTranslated ? { text: target!.content, state } : undefined;
    }
    const segments = parts.filter(({ isSegment }) => isSegment);
    const translated = segments.filter((part) => part.isTranslated(this.#marks.hasEmptyTarget));
    if (translated.length === 0) return undefined;
    if (translated.length < segments.length) {
      this.session.warn({
        path: this.keyName,
        code: 'target_incomplete',
        message: 'only some segments of the unit have a target; the target of the unit was skipped',
      });
      return undefined;
    }
    return {
      text: parts.map((part) => part.target?.content ?? part.sourceText).join(''),
      state: weakestState(segments.map(({ state }) => state)),
    };
  }
}
