import type { EditorAddress, EditorView } from '../editor-address.ts';

/**
 * Returns the view to display: that of the address, or the user's last choice. Without either, narrow pages and people
 * with one language get one text at a time.
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
