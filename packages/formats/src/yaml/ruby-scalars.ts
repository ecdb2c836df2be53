/** Matches numbers with fields of base 60, such as times. */
const BASE_60 = /^[-+]?\d[\d_]*(?::[0-5]?\d){1,2}(?:\.[\d_]*)?$/;
/** Matches integers in base 2, 8, 10 and 16. */
const INTEGER = /^[-+]?(?:0b[01_,]+|0[0-7_,]+|(?:0|[1-9](?:\d|,\d|_\d)*)|0x[\da-f_,]+)$/i;
const FLOAT = /^[-+]?(?:\d[\d_,]*)?\.\d*(?:e[-+]\d+)?$/i;
/** Matches numbers that Ruby shows as they are written. */
const AS_WRITTEN = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.(?:0|\d*[1-9]))$/;

/**
 * Returns the kind of value that Ruby's parser Psych, which implements YAML 1.1, reads from a scalar without quotes. Null
 * for a scalar that a Ruby program shows as it is written: a text, `true`, `false`, or a number such as `3` or `1.5`.
 */
export function rubyKindOf(scalar: string): 'true' | 'false' | 'a number' | null {
  if (/^(?:yes|on)$/i.test(scalar)) return 'true';
  if (/^(?:no|off)$/i.test(scalar)) return 'false';
  const word = scalar.toLowerCase();
  if (word === 'true' || word === 'false') return scalar === word ? null : word;
  if (AS_WRITTEN.test(scalar) || !/\d/.test(scalar)) return null;
  const isNumber = BASE_60.test(scalar) || INTEGER.test(scalar) || FLOAT.test(scalar);
  return isNumber ? 'a number' : null;
}
