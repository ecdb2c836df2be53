import type { EditorAddress, EditorView } from '../editor-address.ts';

/**
 * Returns the view of the editor. If the address contains none, the result is the focus view on a
 * narrow page, and otherwise the user's last choice. Without a choice, it is the focus view for one
 * target locale, and the grid for several.
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
