import type { EditorAddress, EditorView } from '../editor-address.ts';

/**
 * Returns the view of the editor. If the address contains none, a narrow page has the focus view. Otherwise, the user's
 * last choice applies. Without a choice, the view is the focus view for one target locale, and the grid for several.
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
