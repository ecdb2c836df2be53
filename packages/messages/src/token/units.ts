/**
 * Returns the number of billable units of a string for one target locale, which is its number of
 * Unicode code points.
 */
export function billableUnits(text: string): number {
  let units = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isPair =
      unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (isPair) index++;
    units++;
  }
  return units;
}
