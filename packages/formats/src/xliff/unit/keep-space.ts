import { looksLikeLayout } from '../inline/layout.ts';
import type { TagEdits } from '../tag-edits.ts';
import type { PlacedText } from './placed-unit.ts';

/**
 * Returns the value of `xml:space` for a new text that replaces another text. Undefined if a reader
 * keeps its line breaks without the attribute.
 */
export const spaceOf = (
  { hasLayout }: PlacedText,
  replacement: string | null | undefined,
): 'preserve' | undefined =>
  hasLayout && replacement != null && looksLikeLayout(replacement) ? 'preserve' : undefined;

/** Sets `xml:space` if a reader would otherwise treat line breaks of a new text as layout. */
export function keepSpace(
  tags: TagEdits,
  text: PlacedText,
  replacement: string | null | undefined,
): void {
  const space = spaceOf(text, replacement);
  if (space !== undefined) tags.change(text.tag, 'xml:space', space);
}
