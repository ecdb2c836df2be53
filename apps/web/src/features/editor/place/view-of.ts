import type { EditorAddress, EditorView } from '../editor-address.ts';

/**
 * Returns the view to show: that of the address, or the last one that the person chose. Without either, narrow pages and
 * people with one language get one text at a time.
 */
export function viewOf(
  address: Pick<EditorAddress, 'view'>,
  { view }: { readonly view: EditorView | undefined },
  { isNarrow, languages }: { isNarrow: boolean; languages: number },
): EditorView {
  if (address.view !== undefined) return address.view;
  if (isNarrow) return 'focus';
  return view ?? (languages === 1 ? 'focus' : 'grid');
}
