// Matches the number of a pattern: digits before the point, behind it, and an exponent.
const NUMBER = /[#0,]*[#0](?:\.([0#]*))?(?:E[+-]?(0+))?/;
const SIGNS = /[%‰¤]/g;
const MAX_LENGTH = 100;

/**
 * Reads a pattern such as `#,##0.00 kn` (UTS #35, Number Format Patterns; `DecimalFormat` of Java;
 * custom formats of .NET). Grouping, literal text and the pattern of negative numbers do not
 * change which digits are shown. Returns null for a text without digits.
 */
export function readDecimalPattern(
  style: string,
): { readonly unit: string; readonly digits: string } | null {
  if (style.length > MAX_LENGTH) return null;
  const [positive = ''] = style.replace(/'[^']*'|\\./g, '').split(';', 1);
  const number = NUMBER.exec(positive);
  if (!number) return null;
  const [written, fraction = '', exponent = ''] = number;
  const whole = written.split('.', 1)[0]!.match(/0/g)?.length ?? 0;
  const least = fraction.match(/0/g)?.length ?? 0;
  return {
    unit: (positive.match(SIGNS) ?? []).join(''),
    digits: [whole, least, fraction.length, exponent.length].join(' '),
  };
}
