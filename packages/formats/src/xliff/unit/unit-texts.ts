import { DIALECT_21, parseMarkup, renderMarkup, type Tag } from '../inline/markup.ts';
import type { TagEdits } from '../tag-edits.ts';
import { originalData, render12, renderData, settleData, settleFaults } from '../write.ts';
import type { PlacedUnit, UnitData } from './placed-unit.ts';

/** New texts of a unit. Null for an unchanged text. */
interface NewTexts {
  readonly source: string | null;
  readonly target: string | null;
  readonly isTargetRemoved: boolean;
}

export interface RenderedTexts {
  readonly source: string;
  readonly target: string;
  /** Original data that is missing in the unit, or differs from the unit's data, by id. */
  readonly data: ReadonlyMap<string, string>;
}

/** Renders the new texts of a unit. Null if inline elements of an unchanged text refer to a changed text. */
export function renderTexts(
  { ids, ...unit }: PlacedUnit,
  { source, target, isTargetRemoved }: NewTexts,
): RenderedTexts | null {
  if (ids === null) {
    return { source: render12(source ?? ''), target: render12(target ?? ''), data: NO_DATA };
  }
  const sourceMarkup = source === null ? null : parseMarkup(source, DIALECT_21);
  const targetMarkup = target === null ? null : parseMarkup(target, DIALECT_21);
  const free = [...(sourceMarkup?.tags ?? []), ...(targetMarkup?.tags ?? [])];
  const given = settleData(free);
  const data = { has: (id: string): boolean => given.has(id) || ids.data.has(id) };
  const isSettled = settleFaults(
    sourceMarkup?.tags ?? unit.source.codes,
    targetMarkup?.tags ?? (isTargetRemoved ? [] : (unit.target?.codes ?? [])),
    { ...ids, data },
    free,
  );
  if (!isSettled) return null;
  return {
    source: sourceMarkup ? renderMarkup(sourceMarkup, DIALECT_21) : '',
    target: targetMarkup ? renderMarkup(targetMarkup, DIALECT_21) : '',
    data: changedData(free, ids.data),
  };
}

const NO_DATA: ReadonlyMap<string, string> = new Map();

/**
 * Returns the data of inline elements that differs from the unit's data. An element without data
 * refers to the unit's data.
 */
function changedData(tags: readonly Tag[], ownData: UnitData): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { isText, data } of tags) {
    if (isText) continue;
    for (const [id, text] of data) {
      const earlierText = ownData.get(id)?.text;
      if (earlierText !== text && (earlierText === undefined || text !== '')) changed.set(id, text);
    }
  }
  return changed;
}

/** Writes original data into a unit, in addition to its existing data. */
export function writeData(
  { ids, stateTag }: PlacedUnit,
  data: RenderedTexts['data'],
  tags: TagEdits,
): void {
  const ownData: UnitData = ids?.data ?? new Map();
  const added = new Map<string, string>();
  for (const [id, text] of data) {
    const element = ownData.get(id);
    if (element === undefined) added.set(id, text);
    else tags.replaceContent(element.tag, element.endTag, renderData(text));
  }
  if (added.size === 0) return;
  const last = [...ownData.values()].at(-1);
  if (last !== undefined) {
    tags.insert(last.endTag.end, originalData(added, tags.spaceBefore(last.tag.start)));
    return;
  }
  const { start } = stateTag!;
  const written = `<originalData>${originalData(added)}</originalData>`;
  tags.insert(start, written + tags.spaceBefore(start));
}
