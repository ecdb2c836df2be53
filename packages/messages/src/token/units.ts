/**
 * Returns the number of billable units of a string for one target locale, which is its number of
 * Unicode code points.
 */
export function billableUnits(text: string): number {
  let units = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) at++;
    units++;
  }
  return units;
}
