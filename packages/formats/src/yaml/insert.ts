import { membersOf } from '../json-insert.ts';
import type { Edits } from '../patch/edits.ts';
import type { Group } from '../patch/placement.ts';
import { lineStartOf, type YamlContainer } from './survey.ts';
import { keyBefore, NestedWriter, quoteYaml } from './write.ts';

export const newlineOf = (file: string): string => /\r\n|\n|\r/.exec(file)?.[0] ?? '\n';

interface BlockStyle {
  /** Column of the keys or dashes of the container. */
  column: number;
  /** Columns from one level to the next. */
  indent: number;
  newline: string;
  /** Offset of the line behind an entry that ends at an offset. */
  lineAfter(offset: number): number;
}

/** Writes the new texts of a container in lines of their own, behind the entries that they follow. */
export function insertIntoBlock(
  { container, offset, tree, texts, joined, elements }: Group<YamlContainer>,
  file: string,
  edits: Edits,
  { column, indent, newline, lineAfter }: BlockStyle,
): void {
  const margin = ' '.repeat(column);
  const insert = (after: string | null, lines: string): void => {
    const anchor = after === null || container.isArray ? undefined : container.anchors.get(after);
    const behind = anchor ?? container.lastEnd;
    const at = behind === -1 ? lineStartOf(file, container.start) : lineAfter(behind);
    const written = lines.replaceAll('\n', newline);
    const isOpenEnd = at === file.length && !/[\r\n]$/.test(file);
    edits.insert(at, isOpenEnd ? newline + written : written + newline);
  };
  for (const { text, after } of elements) insert(after, `${margin}- ${quoteYaml(text)}`);
  const writer = new NestedWriter((index) => quoteYaml(texts[index]!.text), {
    rootIndent: margin,
    indent: ' '.repeat(indent),
  });
  let after: string | null | undefined;
  for (const step of tree.walk()) {
    writer.take(step);
    if (step.kind === 'leaf' && after === undefined) ({ after } = texts[step.index]!);
    if (writer.depth !== 1 || writer.piece === '') continue;
    insert(after ?? null, writer.takePiece().slice(0, -1));
    after = undefined;
  }
  for (const text of joined) {
    const key = keyBefore(text.name.slice(offset), margin);
    insert(text.after, `${margin}${key} ${quoteYaml(text.text)}`);
  }
}

/** YAML 1.2.2 section 7.4.2: longer keys are written `? key`. */
const IMPLICIT_KEY_LENGTH = 1000;

const flowKey = (key: string): string => {
  const quoted = quoteYaml(key);
  return quoted.length <= IMPLICIT_KEY_LENGTH ? quoted : `? ${quoted} `;
};

/** Writes the new texts of a container between its brackets. */
export function insertIntoFlow(group: Group<YamlContainer>, edits: Edits): void {
  const { container, offset, elements, joined } = group;
  const style = { lead: '', colon: ': ', indent: '' };
  const members = [
    ...elements.map(({ text, after }) => ({ after, written: quoteYaml(text) })),
    ...membersOf(group, style, quoteYaml, flowKey),
    ...joined.map(({ name, text, after }) => ({
      after,
      written: `${flowKey(name.slice(offset))}: ${quoteYaml(text)}`,
    })),
  ];
  let isFirst = container.lastEnd === -1;
  for (const { after, written } of members) {
    const anchor = after === null || container.isArray ? undefined : container.anchors.get(after);
    const at = anchor ?? (container.lastEnd === -1 ? container.start + 1 : container.lastEnd);
    edits.insert(at, isFirst ? written : `, ${written}`);
    isFirst = false;
  }
}
