import type { Edits } from '../../patch/edits.ts';
import { leadOf, type Style } from './render.ts';

export interface Child {
  readonly start: number;
  readonly end: number;
}

export interface ObjectChange {
  /**
   * Offsets of the JSON object including its braces. `depth` is the number of open objects,
   * including this object.
   */
  readonly object: { readonly start: number; readonly end: number; readonly depth: number };
  readonly children: readonly Child[];
  readonly isRemoved: (index: number) => boolean;
  /**
   * Members to insert, in order. `after` is the index of the existing member before the new member,
   * or -1 to insert it at the start.
   */
  readonly added: readonly { readonly after: number; readonly text: string }[];
}

export function editObject(edits: Edits, change: ObjectChange, style: Style): void {
  const { object, children, isRemoved, added } = change;
  const lead = leadOf(style, object.depth);
  const kept = new Int32Array(children.length);
  let last = -1;
  let first = -1;
  for (let index = 0; index < children.length; index++) {
    if (!isRemoved(index)) {
      last = index;
      if (first === -1) first = index;
    }
    kept[index] = last;
  }
  if (last === -1) {
    if (children.length === 0 && added.length === 0) return;
    const members = added.map(({ text }) => lead + text).join(',');
    const end = leadOf(style, object.depth - 1);
    const empty = style.opensEmpty ? style.newline + end : '';
    const inner = members === '' ? empty : members + end;
    edits.replace(object.start + 1, object.end - 1, inner);
    return;
  }
  for (let index = 0; index < children.length; index++) {
    if (!isRemoved(index)) continue;
    const { start, end } = children[index]!;
    if (index > first) edits.replace(children[index - 1]!.end, end, '');
    else edits.replace(start, children[index + 1]!.start, '');
  }
  for (const { after, text } of added) {
    const anchor = after === -1 ? -1 : kept[after]!;
    if (anchor === -1) edits.insert(children[first]!.start, `${text},${lead}`);
    else edits.insert(children[anchor]!.end, `,${lead}${text}`);
  }
}
