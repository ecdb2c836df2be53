import type { FileValue, ValueState } from '../format.ts';
import { assertText, isLongerThan } from '../utf8.ts';
import type { Session } from './session.ts';
import type { Place } from './xml-reader.ts';

/** What a unit of either version comes down to. */
export interface UnitResult {
  readonly name: string;
  readonly place: Place;
  readonly description: string | undefined;
  readonly sourceLocaleTag: string;
  readonly targetLocaleTag: string | undefined;
  /** Undefined where the unit says that there is none. */
  readonly source: string | undefined;
  readonly target: { readonly text: string; readonly state: ValueState | undefined } | undefined;
  /** True if the unit may be translated. */
  readonly isTranslated: boolean;
}

/** Hands the unit on as a row: the source's value first, then the target's. */
export function takeUnit(session: Session, unit: UnitResult): void {
  const { name, description, source } = unit;
  const locales = session.localesOf(unit.sourceLocaleTag, unit.targetLocaleTag, unit.place);
  const { source: sourceLocaleTag, target: targetLocaleTag } = locales;
  let { target } = unit;
  if (!unit.isTranslated && targetLocaleTag !== undefined) {
    if (target === undefined && source !== undefined) target = { text: source, state: undefined };
    session.warnOnce('translate', {
      path: name,
      code: 'not_translatable',
      message:
        'the unit has translate="no"; units like this without a target get their source string as the target',
    });
  }
  const values: FileValue[] = [];
  // A file from a language into itself: the target is what the text has become.
  const isSame = sourceLocaleTag === targetLocaleTag && target !== undefined;
  if (source !== undefined && !isSame) values.push({ localeTag: sourceLocaleTag, text: source });
  if (target !== undefined && targetLocaleTag !== undefined) {
    const { text, state } = target;
    const value: FileValue = { localeTag: targetLocaleTag, text };
    if (state !== undefined) value.state = state;
    values.push(value);
  }
  // Escapes of our own in a note could say what XML itself refuses.
  const { valueLength, descriptionLength } = session.options.limits;
  if (description !== undefined) {
    assertText(description, name, unit.place);
    if (isLongerThan(description, descriptionLength)) {
      const message = `the description has more than ${descriptionLength} characters`;
      throw session.fault(message, unit.place, name);
    }
  }
  for (const { text } of values) {
    if (!isLongerThan(text, valueLength)) continue;
    throw session.fault(`the string has more than ${valueLength} characters`, unit.place, name);
  }
  session.takeRow({ name, description, values });
}
