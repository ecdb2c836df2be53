import { escapeAttribute } from './characters.ts';

const ATTRIBUTE = /([^\s=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

export const OPENED = '/';

export const nameOfTag = (tag: string): string => /^<([^\s/>]+)/.exec(tag)![1]!;

/**
 * Returns a start tag with changed attributes. The value undefined removes an attribute. The rest
 * of the tag is unchanged.
 */
export function changeAttributes(
  tag: string,
  changes: ReadonlyMap<string, string | undefined>,
): string {
  let changed = '';
  let at = 0;
  const left = new Map(changes);
  for (const { 0: whole, 1: name, index } of tag.matchAll(ATTRIBUTE)) {
    if (!left.has(name!)) continue;
    const value = left.get(name!);
    left.delete(name!);
    const end = index + whole.length;
    const quote = whole.at(-1)!;
    changed += tag.slice(at, index);
    at = end;
    if (value === undefined) changed = changed.trimEnd();
    else changed += `${name}=${quote}${escapeAttribute(value).replaceAll("'", '&apos;')}${quote}`;
  }
  const tail = /\s*\/?>$/.exec(tag)!.index;
  changed += tag.slice(at, Math.max(at, tail));
  for (const [name, value] of left) {
    if (value !== undefined && name !== OPENED) changed += ` ${name}="${escapeAttribute(value)}"`;
  }
  const end = tag.slice(Math.max(at, tail));
  return changed + (changes.has(OPENED) ? '>' : end);
}
