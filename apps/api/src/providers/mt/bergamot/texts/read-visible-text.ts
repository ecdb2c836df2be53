/**
 * For each code unit, the offsets in the body of the tag, entity or character from which it comes.
 * Null for a line break that stands for a block element.
 */
export interface VisibleText {
  readonly text: string;
  readonly places: readonly (TextRange | null)[];
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Elements that do not end a sentence. All other elements end a sentence (bergamot-translator,
 * `html.h`).
 */
const INLINE = new Set(
  'a abbr b del em i img ins kbd mark math output q ruby small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** Elements that are copied to the translation unchanged, including their content. */
const IGNORED = new Set('acronym code dir kbd math samp var'.split(' '));
/**
 * Matches a tag, an entity or a character. Attribute values that contain `>` must be in double
 * quotes, as `prepareMarkup` writes them.
 */
const TAG_OR_TEXT = /<(\/?)([a-z][a-z0-9-]*)(?:"[^"]*"|[^">])*>|&(?:amp|lt|gt);|[\s\S]/gi;
const REFERENCES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const PARAGRAPH_SEPARATOR = '\u2029';

export function readVisibleText(body: string, isHtml: boolean): VisibleText {
  const places: (TextRange | null)[] = [];
  if (!isHtml) {
    for (let start = 0; start < body.length; start++) places.push({ start, end: start + 1 });
    return { text: body, places };
  }
  let text = '';
  let ignoredDepth = 0;
  for (const { 0: whole, 1: slash, 2: name, index } of body.matchAll(TAG_OR_TEXT)) {
    if (name === undefined) {
      if (ignoredDepth > 0) continue;
      text += REFERENCES[whole.toLowerCase()] ?? whole;
      places.push({ start: index, end: index + whole.length });
      continue;
    }
    const lowerName = name.toLowerCase();
    if (!INLINE.has(lowerName)) {
      text += PARAGRAPH_SEPARATOR;
      places.push(null);
    }
    if (IGNORED.has(lowerName) && !whole.endsWith('/>')) ignoredDepth += slash === '/' ? -1 : 1;
  }
  return { text, places };
}
