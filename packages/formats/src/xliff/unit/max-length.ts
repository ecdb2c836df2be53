import { maxLengthOf } from '../structure-12.ts';
import type { TagEdits } from '../tag-edits.ts';
import { maxLengthOf2, SIZE_ATTRIBUTE, SIZE_NAMESPACE } from '../version-2/size.ts';
import type { PlacedUnit } from './placed-unit.ts';

/**
 * Sets the maximum number of characters of a unit. A limit in another unit of measurement stays, as
 * does a unit of XLIFF 2.x in a file that does not count characters.
 */
export function writeMaxLength(
  { unit, version, file }: PlacedUnit,
  maxLength: number,
  tags: TagEdits,
): void {
  if (version === '1.2') {
    const hasOther = unit.attributes.some(({ name }) => name === 'maxwidth');
    if (maxLengthOf(unit) === maxLength || (hasOther && maxLengthOf(unit) === undefined)) return;
    tags.change(unit, 'maxwidth', String(maxLength));
    tags.change(unit, 'size-unit', 'char');
    return;
  }
  if (file.countsCodePoints !== true || maxLengthOf2(unit) === maxLength) return;
  const name = { uri: SIZE_NAMESPACE, prefix: 'slr', local: SIZE_ATTRIBUTE };
  tags.changeForeign(unit, name, String(maxLength));
}
