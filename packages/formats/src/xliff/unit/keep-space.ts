import { looksLikeLayout } from '../inline/layout.ts';
import type { TagEdits } from '../tag-edits.ts';
import type { PlacedText } from './placed-unit.ts';

/** Attribute for a new text in place of another. Undefined if its line breaks are read as they are. */
export const spaceOf = (
  { hasLayout }: PlacedText,
  replacement: string | null | undefined,
): 'preserve' | undefined =>
  hasLayout && replacement != null && looksLikeLayout(replacement) ? 'preserve' : undefined;

/** Says that the line breaks of a new text are its own, if a reader would take them for layout. */
export function keepSpace(
  tags: TagEdits,
  text: PlacedText,
  replacement: string | null | undefined,
): void {
  const space = spaceOf(text, replacement);
  if (space !== undefined) tags.change(text.tag, 'xml:space', space);
}
