import type { FilePlural, FileRow, FileValue, ValueState } from '../../format.ts';
import { isLongerThan, requireText } from '../../text/utf8.ts';
import type { Session } from '../session.ts';
import type { XmlPosition } from '../xml-reader.ts';
import type { PlacedUnit, RowOfUnit } from './placed-unit.ts';

export interface UnitResult {
  readonly id: string;
  readonly name: string;
  readonly place: XmlPosition;
  readonly plural?: FilePlural | undefined;
  readonly description: string | undefined;
  readonly sourceLocaleTag: string;
  readonly targetLocaleTag: string | undefined;
  /** Source text. Undefined if the unit states that there is no source text. */
  readonly source: string | undefined;
  readonly sourceState: ValueState | undefined;
  readonly target: { readonly text: string; readonly state: ValueState | undefined } | undefined;
  readonly isTranslated: boolean;
  /** Maximum number of characters of a text. Undefined if the unit states no limit. */
  readonly maxLength: number | undefined;
  locate(row: RowOfUnit): PlacedUnit;
}

const fileValue = (localeTag: string, text: string, state: ValueState | undefined): FileValue =>
  state === undefined ? { localeTag, text } : { localeTag, text, state };

/**
 * Adds a unit to the session as a row. The source value comes first, followed by the target value.
 */
export function takeUnit(session: Session, unit: UnitResult): void {
  const { name, description, source, target } = unit;
  const locales = session.localesOf(unit.sourceLocaleTag, unit.targetLocaleTag, unit.place);
  const { source: sourceLocaleTag, target: targetLocaleTag } = locales;
  const values: FileValue[] = [];
  const isSame = sourceLocaleTag === targetLocaleTag && target !== undefined;
  if (source !== undefined && !isSame) {
    values.push(fileValue(sourceLocaleTag, source, unit.sourceState));
  }
  if (target !== undefined && targetLocaleTag !== undefined) {
    values.push(fileValue(targetLocaleTag, target.text, target.state));
  }
  const { valueLength, descriptionLength } = session.options.limits;
  if (description !== undefined) {
    requireText(description, name, unit.place);
    if (isLongerThan(description, descriptionLength)) {
      const message = `the description has more than ${descriptionLength} characters`;
      throw session.fault(message, unit.place, name);
    }
  }
  for (const { text } of values) {
    if (!isLongerThan(text, valueLength)) continue;
    throw session.fault(`the string has more than ${valueLength} characters`, unit.place, name);
  }
  if (session.noteUnit) {
    session.noteUnit(unit.locate({ name, sourceLocaleTag, targetLocaleTag, values }));
    return;
  }
  const row: FileRow = { name, values };
  if (unit.plural !== undefined) row.plural = unit.plural;
  const id = unit.plural === undefined ? session.ownIdOf(unit) : undefined;
  if (id !== undefined) row.id = id;
  if (description !== undefined) row.description = description;
  if (!unit.isTranslated) row.translatable = false;
  if (unit.maxLength !== undefined) row.maxLength = unit.maxLength;
  session.batches.add(row);
}
