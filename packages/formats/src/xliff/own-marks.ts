import type { ValueState } from '../format.ts';
import { escapeBackslash, unescapeBackslash } from './inline/characters.ts';
import { OWN_NAMESPACE } from './names.ts';
import { stateFromMark } from './states.ts';
import type { TagEdits } from './tag-edits.ts';
import type { XmlElement } from './xml-reader.ts';

/**
 * Prefix of Parlance's `extradata`, the XLIFF 1.2 attribute for tool-specific data. Symfony
 * validates XLIFF 1.2 files and rejects attributes of other namespaces.
 */
const EXTRA = 'parlance:';

/** Name of a mark. `source` is "none" for a missing source, and `target` is "empty" for an empty text. */
export type Mark = 'name' | 'id' | 'source' | 'source-state' | 'target';

/** Parlance's marks of a unit. Other tools do not write them. */
export interface OwnMarks {
  /** The exact key name. Set if the standard attribute cannot represent it. */
  readonly name: string | undefined;
  /** The exact id. Set if the standard attribute cannot represent it. */
  readonly id: string | undefined;
  readonly hasNoSource: boolean;
  readonly hasEmptyTarget: boolean;
  /** Review state of the source text, for which XLIFF has no attribute. */
  readonly sourceState: ValueState | undefined;
}

const NO_MARKS = ownMarksOf(new Map());

/** Reads the marks of a unit. In files of earlier versions, the marks are in a separate namespace even in XLIFF 1.2. */
export function ownMarks({ attributes }: XmlElement): OwnMarks {
  const marks = attributes.flatMap(({ uri, local, value }): [string, string][] => {
    if (uri === OWN_NAMESPACE) return [[local, unescapeBackslash(value)]];
    const isExtra = uri === '' && local === 'extradata' && value.startsWith(EXTRA);
    return isExtra ? [...marksOfExtra(value)] : [];
  });
  return marks.length === 0 ? NO_MARKS : ownMarksOf(new Map(marks));
}

function ownMarksOf(marks: ReadonlyMap<string, string>): OwnMarks {
  return {
    name: marks.get('name'),
    id: marks.get('id'),
    hasNoSource: marks.get('source') === 'none',
    hasEmptyTarget: marks.get('target') === 'empty',
    sourceState: stateFromMark(marks.get('source-state')),
  };
}

/** Returns the attributes for the marks of a new unit. A mark that is undefined is left out. */
export function attributesOf(
  marks: Iterable<[Mark, string | undefined]>,
  version: '1.2' | '2.1',
): [name: string, value: string][] {
  const given = [...marks].filter((mark): mark is [Mark, string] => mark[1] !== undefined);
  if (given.length === 0) return [];
  if (version === '1.2') return [['extradata', extraOf(given)]];
  const attributes = given.map(([mark, value]): [string, string] => {
    return [`parlance:${mark}`, escapeBackslash(value)];
  });
  return [['xmlns:parlance', OWN_NAMESPACE], ...attributes];
}

/** Sets a mark of a unit in a file. The value undefined removes the mark. */
export function changeMark(
  { unit, version }: { readonly unit: XmlElement; readonly version: '1.2' | '2.1' },
  [mark, value]: [Mark, string | undefined],
  tags: TagEdits,
): void {
  const isForeign = unit.attributes.some(
    (attribute) => attribute.uri === OWN_NAMESPACE && attribute.local === mark,
  );
  const extra = tags.valueOf(unit, 'extradata') ?? EXTRA;
  if (version !== '1.2' || isForeign || !extra.startsWith(EXTRA)) {
    tags.changeForeign(unit, { uri: OWN_NAMESPACE, prefix: 'parlance', local: mark }, value);
    return;
  }
  const marks = marksOfExtra(extra);
  if (marks.get(mark) === value) return;
  if (value === undefined) marks.delete(mark);
  else marks.set(mark, value);
  tags.change(unit, 'extradata', marks.size === 0 ? undefined : extraOf(marks));
}

const marksOfExtra = (extra: string): Map<string, string> =>
  new Map(new URLSearchParams(extra.slice(EXTRA.length)));

const extraOf = (marks: Iterable<[string, string]>): string =>
  EXTRA + new URLSearchParams([...marks]);
