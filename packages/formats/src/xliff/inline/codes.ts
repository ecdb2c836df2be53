import type { XmlPosition } from '../xml-reader.ts';

export interface Code {
  readonly name: string;
  /** Attributes whose names have no namespace prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly part: number;
}

export interface PlacedCode extends Code {
  readonly place: XmlPosition;
}

export interface CodeFault<Found extends Code> {
  readonly code: Found;
  readonly message: string;
}

export interface UnitIds {
  readonly fileId: string;
  readonly unitId: string;
  readonly parts: { has(id: string): boolean };
  readonly notes: { has(id: string): boolean };
  readonly data: { has(id: string): boolean };
}

/**
 * Checks the inline elements of a unit against the rules of XLIFF 2.1 that concern several
 * elements. `source` and `target` contain the inline elements of all segments and ignorables, in
 * the order of the document. The time is linear in the number of elements.
 */
export function findCodeFaults<Found extends Code>(
  source: readonly Found[],
  target: readonly Found[],
  ids: UnitIds,
): CodeFault<Found>[] {
  const faults: CodeFault<Found>[] = [];
  const report = (code: Found, message: string) => faults.push({ code, message });
  checkIds(source, target, ids, report);
  for (const side of [source, target]) {
    checkPairs(side, report);
    checkOrder(side, report);
  }
  const all = [...source, ...target];
  checkCopies(all, report);
  for (const code of all) checkReferences(code, ids, report);
  return faults;
}

type Report<Found> = (code: Found, message: string) => void;

/**
 * Checks that ids are unique in the unit. An inline element of a target may share the id of its
 * counterpart in the source (XLIFF 2.1 section 4.3.1.21).
 */
function checkIds<Found extends Code>(
  source: readonly Found[],
  target: readonly Found[],
  { parts }: UnitIds,
  report: Report<Found>,
): void {
  const inSource = new Map<string, Found>();
  const inTarget = new Set<string>();
  for (const code of source) {
    const id = code.attributes.get('id');
    if (id === undefined) continue;
    if (inSource.has(id) || parts.has(id)) report(code, doubled(id));
    else inSource.set(id, code);
  }
  for (const code of target) {
    const id = code.attributes.get('id');
    if (id === undefined) continue;
    const counterpart = inSource.get(id);
    if (inTarget.has(id) || parts.has(id)) report(code, doubled(id));
    else if (counterpart && (counterpart.name !== code.name || counterpart.part !== code.part)) {
      report(code, `the id ${id} belongs to another element in the source (XLIFF 2.1 4.3.1.21)`);
    }
    inTarget.add(id);
  }
}

function doubled(id: string): string {
  return `duplicate id ${id} in its unit (XLIFF 2.1 4.3.1.21)`;
}

/**
 * Checks inline elements that come in pairs (XLIFF 2.1 sections 4.3.1.22 isolated, 4.3.1.30
 * startRef, 4.2.3.4 sc, 4.2.3.5 ec, 4.2.3.7 sm and 4.2.3.8 em).
 */
function checkPairs<Found extends Code>(side: readonly Found[], report: Report<Found>): void {
  const starts = { sc: new Map<string, Found>(), sm: new Map<string, Found>() };
  const ended = new Set<Found>();
  for (const code of side) {
    const { name, attributes } = code;
    const isIsolated = attributes.get('isolated') === 'yes';
    if (name === 'sm' || (name === 'sc' && !isIsolated)) {
      starts[name].set(attributes.get('id') ?? '', code);
    } else if (name === 'em' || (name === 'ec' && !isIsolated)) {
      const startName = name === 'em' ? 'sm' : 'sc';
      const start = starts[startName].get(attributes.get('startRef') ?? '');
      if (start === undefined) {
        report(code, `an <${name}> needs a preceding <${startName}> (XLIFF 2.1 4.3.1.30)`);
      } else if (ended.has(start)) {
        report(code, `a second <${name}> ends the same <${startName}> (XLIFF 2.1 4.3.1.30)`);
      } else {
        ended.add(start);
        if (name === 'ec') checkHints(start, code, report);
      }
    }
  }
  for (const [name, end] of [
    ['sc', 'ec'],
    ['sm', 'em'],
  ] as const) {
    for (const start of starts[name].values()) {
      if (!ended.has(start))
        report(start, `an <${name}> needs a following <${end}> (XLIFF 2.1 4.3.1.30)`);
    }
  }
}

/**
 * Checks that both elements of a pair have the same editing hints. `firstNo` at the start
 * corresponds to `no` at the end (XLIFF 2.1 section 4.2.3.5).
 */
function checkHints<Found extends Code>(start: Found, end: Found, report: Report<Found>): void {
  for (const hint of ['canCopy', 'canDelete', 'canOverlap', 'canReorder']) {
    let wanted = start.attributes.get(hint) ?? 'yes';
    if (wanted === 'firstNo') wanted = 'no';
    if ((end.attributes.get(hint) ?? 'yes') === wanted) continue;
    report(end, `the ${hint} of an <ec> differs from the ${hint} of its <sc> (XLIFF 2.1 4.2.3.5)`);
    return;
  }
}

/**
 * Checks that a fixed sequence of elements begins with `canReorder="firstNo"` (XLIFF 2.1 section
 * 4.7.2.6).
 */
function checkOrder<Found extends Code>(side: readonly Found[], report: Report<Found>): void {
  let hasFirst = false;
  for (const code of side) {
    const canReorder = code.attributes.get('canReorder');
    if (canReorder === 'firstNo') hasFirst = true;
    if (canReorder !== 'no' || hasFirst) continue;
    report(code, 'canReorder="no" needs a preceding canReorder="firstNo" (XLIFF 2.1 4.7.2.6)');
  }
}

/**
 * Checks the rules for inline elements with the attribute `copyOf` (XLIFF 2.1 section 4.7.2.4.1).
 */
function checkCopies<Found extends Code>(all: readonly Found[], report: Report<Found>): void {
  const copies = all.filter(({ attributes }) => attributes.has('copyOf'));
  if (copies.length === 0) return;
  const copyable = new Map<string, boolean>();
  for (const { attributes } of all) {
    const id = attributes.get('id');
    if (id === undefined) continue;
    const hasData = attributes.has('dataRef') || attributes.has('dataRefStart');
    const canCopy = !hasData && attributes.get('canCopy') !== 'no';
    copyable.set(id, canCopy && copyable.get(id) !== false);
  }
  for (const code of copies) {
    const isCopyable = copyable.get(code.attributes.get('copyOf') ?? '');
    if (isCopyable === true) continue;
    const why = isCopyable === undefined ? 'is not in the unit' : 'cannot be copied';
    report(code, `the base of a copyOf ${why} (XLIFF 2.1 4.7.2.4.1)`);
  }
}

const NOTE_REFERENCE = /^#(?:f=([^/]+)\/)?(?:u=([^/]+)\/)?n=([^/]+)$/;

/**
 * Checks references to original data (XLIFF 2.1 section 4.3.1.9) and references from comment
 * annotations to notes of the unit (section 4.7.3.1.3).
 */
function checkReferences<Found extends Code>(
  code: Found,
  ids: UnitIds,
  report: Report<Found>,
): void {
  const { attributes } = code;
  for (const name of ['dataRef', 'dataRefStart', 'dataRefEnd']) {
    const reference = attributes.get(name);
    if (reference === undefined || ids.data.has(reference)) continue;
    report(
      code,
      `the ${name} ${reference} does not refer to a <data> of the unit (XLIFF 2.1 4.3.1.9)`,
    );
    return;
  }
  const noteId = noteReference(code, ids);
  if (noteId === undefined || (noteId !== null && ids.notes.has(noteId))) return;
  report(code, 'the ref of a comment does not refer to a note of the unit (XLIFF 2.1 4.7.3.1.3)');
}

/**
 * Returns the note to which a comment annotation refers. Null if the unit has no such note.
 * Undefined if the inline element is not a comment annotation.
 */
export function noteReference(
  { name, attributes }: Code,
  { fileId, unitId }: Pick<UnitIds, 'fileId' | 'unitId'>,
): string | null | undefined {
  if (name !== 'mrk' && name !== 'sm') return undefined;
  const reference = attributes.get('ref');
  if (reference === undefined || attributes.get('type') !== 'comment') return undefined;
  const [, file = fileId, unit = unitId, note] = NOTE_REFERENCE.exec(reference) ?? [];
  if (note === undefined || file !== fileId || unit !== unitId) return null;
  return note;
}
