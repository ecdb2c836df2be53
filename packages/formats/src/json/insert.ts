import type { Edits } from '../patch/edits.ts';
import type { Group } from '../patch/placement.ts';
import type { JsonChild, JsonContainer } from './survey.ts';

type Quote = (text: string) => string;

interface Insertion {
  file: string;
  edits: Edits;
  quote: Quote;
  indent: string;
}

export function insertGroup(group: Group<JsonContainer>, insertion: Insertion): void {
  const { container, offset, elements, joined } = group;
  const { file, edits, quote } = insertion;
  const style = styleOf(container, insertion);
  let isFirst = container.last === null;
  const insert = (anchor: JsonChild | undefined, written: string) => {
    const sibling = anchor ?? container.last;
    const lead = sibling === null ? style.lead : leadOf(file, sibling);
    edits.insert(sibling?.end ?? container.open, `${isFirst ? '' : ','}${lead}${written}`);
    isFirst = false;
  };
  for (const { text, after } of elements) {
    insert(anchorOf(container, after), quote(text));
  }
  for (const member of membersOf(group, style, quote)) {
    insert(anchorOf(container, member.after), member.written);
  }
  for (const { name, text, after } of joined) {
    const written = `${quote(name.slice(offset))}${style.colon}${quote(text)}`;
    insert(anchorOf(container, after), written);
  }
  if (container.last === null && container.count === 0 && style.lead !== '') {
    edits.replace(container.open, container.close, style.end);
  }
}

function anchorOf(container: JsonContainer, after: string | null): JsonChild | undefined {
  return after === null || container.isArray ? undefined : container.anchors.get(after);
}

interface Style {
  lead: string;
  colon: string;
  end: string;
  indent: string;
}

function styleOf(container: JsonContainer, { file, indent }: Insertion): Style {
  const { last, isArray, open, close } = container;
  if (last !== null) {
    const colon = isArray ? ': ' : file.slice(last.keyEnd, last.valueStart);
    return { lead: leadOf(file, last), colon, end: '', indent };
  }
  const colon = indent === '' ? ':' : ': ';
  const newline = indent === '' ? '' : newlineOf(file);
  const line = Math.max(file.lastIndexOf('\n', open - 1), file.lastIndexOf('\r', open - 1)) + 1;
  const lineStart =
    newline === '' ? '' : newline + (/^[ \t]*/.exec(file.slice(line, open))?.[0] ?? '');
  const hasLine = /[\r\n]/.test(file.slice(open, close));
  return {
    lead: lineStart + indent,
    colon,
    end: hasLine ? file.slice(open, close) : lineStart,
    indent,
  };
}

function leadOf(file: string, { before, start }: JsonChild): string {
  const gap = file.slice(before, start);
  return gap.slice(gap.indexOf(',') + 1);
}

const newlineOf = (file: string): string => /\r\n|\n|\r/.exec(file)?.[0] ?? '\n';

/** Returns the white space of one indentation level, taken from the last member of the root. */
export function indentOf(file: string, root: JsonContainer): string {
  if (root.last === null) return root.count === 0 ? '  ' : '';
  const lead = leadOf(file, root.last);
  return /[\r\n]/.test(lead)
    ? lead.slice(Math.max(lead.lastIndexOf('\n'), lead.lastIndexOf('\r')) + 1)
    : '';
}

function* membersOf(
  { tree, texts }: Group<JsonContainer>,
  { lead, colon, indent }: Style,
  quote: Quote,
): Generator<{ written: string; after: string | null }, void> {
  const isMultiLine = /[\r\n]/.test(lead);
  const open: { end: string; isEmpty: boolean }[] = [];
  let written = '';
  let after: string | null | undefined;
  const lineAt = (depth: number) => (isMultiLine ? lead + indent.repeat(depth) : '');
  for (const step of tree.walk()) {
    const parent = open.at(-1);
    if (step.kind === 'end') {
      open.pop();
      if (open.length === 0) return;
      written += lineAt(open.length - 1) + parent!.end;
    } else {
      if (open.length > 1) {
        written += `${parent!.isEmpty ? '' : ','}${lineAt(open.length - 1)}`;
        parent!.isEmpty = false;
      }
      if (step.key !== null) written += `${quote(step.key)}${colon}`;
      if (step.kind === 'leaf') {
        const text = texts[step.index]!;
        if (after === undefined) ({ after } = text);
        written += quote(text.text);
      } else if (step.kind === 'null') {
        written += 'null';
      } else {
        open.push({ end: step.kind === 'object' ? '}' : ']', isEmpty: true });
      }
      if (step.kind === 'object' && open.length > 1) written += '{';
      if (step.kind === 'array') written += '[';
    }
    if (open.length === 1 && written !== '') {
      yield { written, after: after ?? null };
      written = '';
      after = undefined;
    }
  }
}
