import { type Node, parseTree } from 'jsonc-parser';
import { Places } from '../config/places.ts';
import type { Document } from '../sync/documents.ts';

export interface Place {
  line: number;
  column: number;
}

/** Returns the places of the texts of a JSON file by their names; no places for other formats. */
export function locateKeys(
  { bytes, spec }: Pick<Document, 'bytes' | 'spec'>,
  keySeparator: string | null,
): Map<string, Place> {
  const found = new Map<string, Place>();
  if (spec.format !== 'json') return found;
  const text = Buffer.from(bytes)
    .toString()
    .replace(/^\ufeff/, '');
  const places = new Places(text);
  const visit = (node: Node | undefined, name: string): void => {
    if (node?.type === 'object') {
      for (const { children = [] } of node.children ?? []) {
        const [member, value] = children;
        const own = String(member!.value);
        visit(value, name === '' ? own : `${name}${keySeparator ?? '.'}${own}`);
      }
    } else if (node?.type === 'array') {
      for (const [at, item] of (node.children ?? []).entries()) visit(item, `${name}[${at}]`);
    } else if (node) found.set(name, places.at(node.offset));
  };
  visit(parseTree(text), '');
  return found;
}
