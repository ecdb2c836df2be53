const START = 2;
const INSIDE = 1;

/**
 * Flags of each ASCII character. They state whether the character may begin a name, and whether it
 * may be part of a name (XML 1.0, productions 4 and 4a).
 */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[:A-Z_a-z]/.test(character)) return START;
  return /[-.0-9]/.test(character) ? INSIDE : 0;
});
const OTHER_START =
  '\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const OTHER_INSIDE = '\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}';
const NAME = new RegExp(
  `[:A-Z_a-z${OTHER_START}][-.0-9:A-Z_a-z${OTHER_START}${OTHER_INSIDE}]*`,
  'uy',
);

/** Returns the offset after the name at `start`. Returns `start` if no name begins there. */
export function endOfName(text: string, start: number): number {
  let at = start;
  let code = text.charCodeAt(at);
  if (code < 128 && KINDS[code] !== START) return start;
  while (code < 128 && KINDS[code] !== 0) {
    at += 1;
    code = text.charCodeAt(at);
  }
  if (!(code >= 128)) return at;
  NAME.lastIndex = start;
  return NAME.test(text) ? NAME.lastIndex : start;
}

export const isName = (text: string): boolean => text !== '' && endOfName(text, 0) === text.length;
