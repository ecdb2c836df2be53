import type { FileRow, PatchOptions, PatchReport, ValueState } from '../format.ts';
import { NameIndex } from '../names/name-index.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { valueIn } from '../patch/value-in.ts';
import { WantedRows } from '../patch/wanted.ts';
import { declareUtf8 } from '../xml/declaration.ts';
import { type Decision, textAfter } from './decision.ts';
import { nameOfTag, OPENED } from './inline/tag-text.ts';
import { changeMark } from './own-marks.ts';
import { openReader } from './read.ts';
import { attributeOf, type Session } from './session.ts';
import { changeApproval, changeState, hasStates, markOfState, toXliff12State } from './states.ts';
import { TagEdits } from './tag-edits.ts';
import { keepSpace, spaceOf } from './unit/keep-space.ts';
import { writeMaxLength } from './unit/max-length.ts';
import type { Container, PlacedUnit } from './unit/placed-unit.ts';
import { wantedUnitId } from './unit/unit-ids.ts';
import { type RenderedTexts, renderTexts, writeData } from './unit/unit-texts.ts';
import { attribute, renderUnit, type UnitLayout, unitOf } from './write.ts';

/** Replaces texts and states of an XLIFF file. All other bytes stay unchanged. */
export async function* patchXliff(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  options: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const targets = options.localeTags.filter((tag) => tag !== options.sourceLocaleTag);
  if (targets.length > 1) throw new RangeError('an XLIFF file contains exactly one target locale');
  const source = await decodeBase(base);
  const wanted = await WantedRows.collect(rows, options);
  const patcher = new Patcher(source.text, wanted, options, targets[0]);
  const { reader, session } = openReader({
    ...options,
    localeTag: targets[0] ?? options.sourceLocaleTag,
    warn: () => {},
  });
  patcher.follow(session);
  await scanText(source.text, reader);
  reader.end();
  patcher.end();
  declareUtf8(source.text, patcher.edits, wanted);
  yield* patcher.edits.apply(source, options.observe);
  return wanted.report;
}

class Patcher {
  readonly edits = new Edits();
  readonly #file: string;
  readonly #tags: TagEdits;
  readonly #wanted: WantedRows;
  readonly #options: PatchOptions;
  readonly #targetTag: string | undefined;
  readonly #newline: string;
  readonly #ids = new NameIndex();
  readonly #renamed = new NameIndex();
  #session: Session | null = null;
  #lastEnd: number | null = null;
  #container: Container | null = null;
  /**
   * Files of XLIFF 2.x that would contain no unit after the patch. The standard forbids such files.
   */
  readonly #emptied: Container[] = [];
  #keptUnits = 0;
  #version: '1.2' | '2.1' = '2.1';
  #step: string | null = null;
  #hasPrefix = false;
  readonly #writesStates: boolean;

  constructor(file: string, wanted: WantedRows, options: PatchOptions, target: string | undefined) {
    this.#file = file;
    this.#tags = new TagEdits(file, this.edits);
    this.#wanted = wanted;
    this.#options = options;
    this.#targetTag = target;
    this.#writesStates = options.skipsPlainStates !== true || hasStates(file);
    this.#newline = file.includes('\r\n') ? '\r\n' : '\n';
  }

  follow(session: Session): void {
    this.#session = session;
    session.noteUnit = (unit) => this.#unit(unit);
    session.noteContainer = (container) => this.#closeContainer(container);
  }

  end(): void {
    const inserted = this.#insertNewRows();
    for (const container of this.#emptied) {
      if (inserted && container === this.#container) continue;
      this.#insertInto(
        container,
        (layout) => `${layout.newline}${layout.indent}<group id="empty"/>`,
      );
    }
    this.#tags.end();
  }

  #unit(unit: PlacedUnit): void {
    this.#version = unit.version;
    const id = attributeOf(unit.unit, 'id')!;
    if (id !== unit.name) {
      this.#ids.add(id);
      this.#renamed.add(unit.name);
    }
    this.#learnLayout(unit);
    const { source, target } = this.#decide(unit);
    if (this.#isRemoved(source) && this.#isRemoved(target) && this.#takesOut(source, target)) {
      this.#tags.remove(unit.unit.start, unit.end);
      return;
    }
    this.#keptUnits += 1;
    this.#lastEnd = unit.end;
    this.#wanted.setPlace(unit.name, unit.end);
    const isChanged = source?.replacement !== undefined || target?.replacement !== undefined;
    const contents = isChanged ? this.#render(unit, source, target) : null;
    if (contents === 'refused') return;
    if (contents !== null) this.#followSource(unit, contents);
    if (source?.replacement !== undefined) this.#writeSource(unit, source, contents!.source);
    if (source) this.#writeSourceState(unit, source);
    if (target) this.#writeTarget(unit, { source, target }, contents?.target ?? '');
    const losesState = target?.value?.state && this.#stateFor(unit, target) === undefined;
    if (isChanged || losesState) this.#mark(unit, source, target);
  }

  #decide(unit: PlacedUnit): { source: Decision | null; target: Decision | null } {
    const targetTag = unit.targetLocaleTag ?? this.#targetTag;
    const isSame = unit.sourceLocaleTag === targetTag;
    const source = isSame && unit.target ? null : this.#decideOn(unit, unit.sourceLocaleTag);
    const target =
      targetTag === undefined || (isSame && source) ? null : this.#decideOn(unit, targetTag);
    if (unit.fault !== null) {
      const isWhole = this.#isRemoved(source) && this.#isRemoved(target);
      if (source && !isWhole) this.#refuseChange(unit, source, unit.fault);
      if (target && !isWhole && unit.version === '2.1')
        this.#refuseChange(unit, target, unit.fault);
    }
    return { source, target };
  }

  #decideOn({ name, values }: PlacedUnit, localeTag: string): Decision {
    const value = valueIn(values, localeTag);
    const replacement = this.#wanted.replacementOf(name, localeTag, value?.text);
    return { localeTag, value, replacement };
  }

  #isRemoved(decision: Decision | null): boolean {
    return decision === null || textAfter(decision) === undefined;
  }

  #takesOut(...decisions: (Decision | null)[]): boolean {
    return decisions.some((decision) => decision?.replacement === null);
  }

  #refuseChange(unit: PlacedUnit, decision: Decision, reason: string): void {
    const { replacement, value } = decision;
    if (replacement === undefined) return;
    const { report } = this.#wanted;
    if (replacement === null) report.removed -= 1;
    else report[value === undefined ? 'inserted' : 'replaced'] -= 1;
    decision.replacement = undefined;
    this.#wanted.refuse(unit.name, 'no_place', reason);
  }

  #render(
    unit: PlacedUnit,
    source: Decision | null,
    target: Decision | null,
  ): RenderedTexts | 'refused' {
    const textOf = (decision: Decision | null): string | null =>
      decision?.replacement === undefined ? null : (decision.replacement ?? '');
    const texts = renderTexts(unit, {
      source: textOf(source),
      target: textOf(target),
      isTargetRemoved: target?.replacement === null,
    });
    if (texts !== null) return texts;
    for (const one of [source, target]) {
      if (one) this.#refuseChange(unit, one, 'codes of the other text of the unit refer to it');
    }
    return 'refused';
  }

  #writeSource(unit: PlacedUnit, { replacement }: Decision, content: string): void {
    this.#tags.replaceContent(unit.source.tag, unit.source.endTag, content);
    keepSpace(this.#tags, unit.source, replacement);
    changeMark(unit, ['source', replacement === null ? 'none' : undefined], this.#tags);
  }

  /** Updates the original codes and the maximum length of a unit after a change of its text. */
  #followSource(unit: PlacedUnit, { data }: RenderedTexts): void {
    writeData(unit, data, this.#tags);
    const { maxLength } = this.#wanted.membersOf(unit.name);
    if (maxLength !== undefined) writeMaxLength(unit, maxLength, this.#tags);
  }

  #writeSourceState(unit: PlacedUnit, { localeTag, replacement, value }: Decision): void {
    const state = this.#wanted.stateOf(unit.name, localeTag);
    if (state === null && replacement === undefined) return;
    const mark = markOfState(state ?? undefined);
    if (mark !== value?.state) changeMark(unit, ['source-state', mark], this.#tags);
  }

  /**
   * Returns the state to write for a target. Undefined if the file needs no state, and null if there is no row for
   * the target.
   */
  #stateFor({ name }: PlacedUnit, { localeTag }: Decision): ValueState | undefined | null {
    const state = this.#wanted.stateOf(name, localeTag);
    return state === 'translated' && !this.#writesStates ? undefined : state;
  }

  #writeTarget(
    unit: PlacedUnit,
    { source, target: decision }: { source: Decision | null; target: Decision },
    content: string,
  ): void {
    const { replacement, value } = decision;
    const { target } = unit;
    const state = this.#stateFor(unit, decision);
    if (replacement === null) {
      if (target) this.#tags.remove(target.tag.start, target.endTag.end);
      changeState(unit, null, this.#tags);
      return;
    }
    const text = textAfter(decision);
    if (text === undefined || state === null) return;
    if (replacement !== undefined) {
      if (target) {
        this.#tags.replaceContent(target.tag, target.endTag, content);
        keepSpace(this.#tags, target, replacement);
        // Removes the attribute, because it describes the origin of the replaced translation, such
        // as a translation memory.
        this.#tags.drop(target.tag, 'state-qualifier');
      } else this.#insertTarget(unit, { content, state, space: spaceOf(unit.source, replacement) });
    }
    if (target === undefined && unit.version === '1.2') {
      if (replacement !== undefined) changeApproval(unit, state, this.#tags);
      return;
    }
    const isSilent = value?.state === undefined && state === 'translated';
    const isChanged =
      value === undefined || (state !== value.state && !(isSilent && replacement === undefined));
    // With a state such as `initial`, a reader would treat an empty text or a copy of the source as untranslated.
    const isNew = replacement !== undefined || source?.replacement !== undefined;
    const isDoubtful = isNew && (text === '' || (source !== null && text === textAfter(source)));
    if (isChanged || isDoubtful) changeState(unit, { state }, this.#tags);
  }

  #insertTarget(
    unit: PlacedUnit,
    {
      content,
      state,
      space,
    }: { content: string; state: ValueState | undefined; space: 'preserve' | undefined },
  ): void {
    const { source, targetStart, file } = unit;
    if (unit.targetLocaleTag === undefined) {
      const name = unit.version === '1.2' ? 'target-language' : 'trgLang';
      this.#tags.change(file.languageTag, name, this.#targetTag);
    }
    const name = nameOfTag(this.#file.slice(source.tag.start, source.tag.end)).replace(
      /source$/,
      'target',
    );
    const given = unit.version === '1.2' ? toXliff12State(state).state : undefined;
    const attributes = attribute('state', given) + attribute('xml:space', space);
    const lead = this.#tags.spaceBefore(source.tag.start);
    this.edits.insert(targetStart, `${lead}<${name}${attributes}>${content}</${name}>`);
  }

  /**
   * Marks an empty target as an intended empty translation. A reader would otherwise treat it as a missing translation.
   */
  #mark(unit: PlacedUnit, source: Decision | null, target: Decision | null): void {
    if (!target || textAfter(target) !== '') return;
    const hasState = (this.#stateFor(unit, target) ?? undefined) !== undefined;
    if (!hasState && source && textAfter(source)) {
      changeMark(unit, ['target', 'empty'], this.#tags);
    }
  }

  #learnLayout(unit: PlacedUnit): void {
    if (this.#step !== null) return;
    const outer = this.#tags.indentAt(unit.unit.start);
    const inner = this.#tags.indentAt(
      (unit.version === '1.2' ? unit.source.tag : unit.stateTag!).start,
    );
    if (outer !== null && inner?.startsWith(outer)) this.#step = inner.slice(outer.length);
    this.#hasPrefix = nameOfTag(this.#file.slice(unit.unit.start, unit.unit.end)).includes(':');
  }

  #layoutOf(indent: string | null): UnitLayout {
    if (indent === null) return { newline: '', indent: '', step: '' };
    return { newline: this.#newline, indent, step: this.#step ?? '  ' };
  }

  #closeContainer(container: Container): void {
    const { tag, endTag } = container;
    this.#container = container;
    const inside = this.#file.slice(tag.end, endTag.start);
    const isEmptied = this.#keptUnits === 0 && tag.name === 'file' && !GROUP.test(inside);
    if (isEmptied) this.#emptied.push(container);
    if (tag.name === 'body') this.#version = '1.2';
    this.#keptUnits = 0;
  }

  /** Inserts rows that the base file lacks. @returns true if any row was inserted */
  #insertNewRows(): boolean {
    const texts: string[] = [];
    let hasInserted = false;
    for (const { row, place } of this.#wanted.newRows()) {
      const rendered = this.#renderNew(row, place ?? this.#lastEnd);
      if (rendered === null) continue;
      hasInserted = true;
      this.#wanted.report.inserted += row.values.length;
      const at = place ?? this.#lastEnd;
      if (at === null) texts.push(rendered);
      else this.edits.insert(at, rendered);
    }
    if (texts.length > 0) this.#insertInto(this.#container!, () => texts.join(''));
    return hasInserted;
  }

  #renderNew(row: FileRow, after: number | null): string | null {
    const unit = unitOf(row, this.#options.sourceLocaleTag, this.#targetTag, this.#writesStates);
    if (unit === null) return null;
    const id = this.#freeIdOf(row);
    if (this.#hasPrefix || id === null) {
      const reason = this.#hasPrefix
        ? 'the elements of the base have a prefix'
        : 'another unit of the base has the id of the key';
      this.#wanted.refuse(row.name, 'no_place', reason);
      return null;
    }
    this.#ids.add(id);
    if (unit.target !== undefined) this.#nameTarget();
    const endTag = after === null ? null : this.#file.lastIndexOf('<', after - 1);
    const layout =
      endTag === null
        ? this.#layoutIn(this.#container!)
        : this.#layoutOf(this.#tags.indentAt(endTag));
    const { file } = this.#container!;
    const { countsCodePoints = false } = file;
    const ids = { unit: id, file: file.id, countsCodePoints };
    return `${layout.newline}${layout.indent}${renderUnit(unit, this.#version, layout, ids)}`;
  }

  /**
   * Returns the row's own unit id. If that id is in use, returns an id derived from the key name.
   * Null if that id is in use too.
   */
  #freeIdOf(row: FileRow): string | null {
    const wantedId = wantedUnitId(row, this.#version);
    if (!this.#isTaken(wantedId)) return wantedId;
    const made = wantedUnitId({ name: row.name }, this.#version);
    return this.#isTaken(made) ? null : made;
  }

  #isTaken(id: string): boolean {
    return this.#ids.has(id) || (this.#session!.names.has(id) && !this.#renamed.has(id));
  }

  /** Adds the target language, which a file with targets must state. */
  #nameTarget(): void {
    const tag = this.#container!.file.languageTag;
    const name = this.#version === '1.2' ? 'target-language' : 'trgLang';
    const language = tag.attributes.find((attribute) => attribute.name === name)?.value;
    if (!language) this.#tags.change(tag, name, this.#targetTag);
  }

  #layoutIn({ tag }: Container): UnitLayout {
    const outer = this.#tags.indentAt(tag.start);
    return this.#layoutOf(outer === null ? null : outer + (this.#step ?? '  '));
  }

  #insertInto(container: Container, render: (layout: UnitLayout) => string): void {
    const { tag, endTag } = container;
    const text = render(this.#layoutIn(container));
    if (!tag.isSelfClosing) {
      this.edits.insert(endTag.start - this.#tags.spaceBefore(endTag.start).length, text);
      return;
    }
    const indent = this.#tags.indentAt(tag.start);
    const raw = this.#file.slice(tag.start, tag.end);
    this.#tags.change(tag, OPENED, '');
    const line = indent === null ? '' : `${this.#newline}${indent}`;
    this.edits.insert(tag.end, `${text}${line}</${nameOfTag(raw)}>`);
  }
}

const GROUP = /<(?:[^\s<>/]+:)?group[\s/>]/;
