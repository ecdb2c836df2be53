import { SCALAR_STYLE } from 'js-yaml';
import type { Group, NewText } from '../patch/placement.ts';
import { isLineEnd, lineEndOf, lineStartOf } from './lines.ts';
import type { Writing } from './remove.ts';
import { type Quotes, writeScalar } from './scalar.ts';
import type { YamlContainer } from './survey.ts';
import { INDENT, keyBefore, quoteYaml } from './write.ts';

interface Insertion extends Writing {
  /**
   * Values that are unquoted in the file of the source locale, by key name. They are numbers,
   * booleans and symbols.
   */
  plainKinds: ReadonlyMap<string, string>;
  quotes: Quotes;
}

interface Entry {
  written: string;
  after: string | null;
}

interface EntryStyle extends Pick<Insertion, 'plainKinds' | 'quotes'> {
  indent: string;
  isFlow: boolean;
}

/**
 * Inserts the new texts of a mapping or sequence. Returns false if the file has no position for
 * them.
 */
export function insertGroup(group: Group<YamlContainer>, insertion: Insertion): boolean {
  const { container } = group;
  const { text, edits, eol, plainKinds, quotes } = insertion;
  if (container.hasUnknownEnd) return false;
  const isEmpty = container.children.length === 0;
  if (isEmpty && !container.isArray && text[container.start] === '{') {
    const place = placeOfEmpty(container, text);
    if (place !== null) {
      const lines = [
        ...entriesOf(group, { indent: place.indent, isFlow: false, plainKinds, quotes }),
      ].map(({ written }) => written);
      const written = place.before + lines.map((line) => place.indent + line).join('');
      edits.replace(place.start, container.end, withEol(written.slice(0, -1), eol));
      return true;
    }
  }
  if (container.isFlow) {
    insertIntoFlow(group, insertion);
    return true;
  }
  const first = container.children[0]!;
  const column = first.start - lineStartOf(text, first.start);
  const start = container.isArray ? container.start : first.start;
  const indent = ' '.repeat(container.isArray ? start - lineStartOf(text, start) : column);
  for (const { written, after } of entriesOf(group, {
    indent,
    isFlow: false,
    plainKinds,
    quotes,
  })) {
    const child =
      (after === null ? undefined : container.anchors.get(after)) ?? container.children.at(-1)!;
    const at = lineEndOf(text, child.end);
    const isLineStart = at === 0 || isLineEnd(text[at - 1]);
    const line = isLineStart ? indent + written : `\n${indent}${written.slice(0, -1)}`;
    edits.insert(at, withEol(line, eol));
  }
  return true;
}

const withEol = (written: string, eol: string): string =>
  eol === '\n' ? written : written.replaceAll('\n', eol);

/**
 * Returns the position at which an empty mapping `{}` can be replaced by entries on separate lines.
 * Null if there is no such position.
 */
function placeOfEmpty(
  { start, end, parent, colonEnd, entryStart }: YamlContainer,
  text: string,
): { start: number; before: string; indent: string } | null {
  if (parent?.isFlow || parent?.isArray) return null;
  const line = lineStartOf(text, start);
  if (parent === null) return line === start ? { start, before: '', indent: '' } : null;
  if (entryStart < line || colonEnd < line) return null;
  if (!/^[ \t]*(?:$|[\r\n])/.test(text.slice(end, end + 100))) return null;
  return { start: colonEnd, before: '\n', indent: ' '.repeat(entryStart - line) + INDENT };
}

function insertIntoFlow(
  group: Group<YamlContainer>,
  { edits, plainKinds, quotes }: Insertion,
): void {
  const { container } = group;
  let isFirst = container.children.length === 0;
  for (const { written, after } of entriesOf(group, {
    indent: '',
    isFlow: true,
    plainKinds,
    quotes,
  })) {
    const child =
      (after === null ? undefined : container.anchors.get(after)) ?? container.children.at(-1);
    edits.insert(child?.end ?? container.start + 1, isFirst ? written : `, ${written}`);
    isFirst = false;
  }
}

function* entriesOf(
  { container, offset, tree, texts, joined, elements }: Group<YamlContainer>,
  { indent, isFlow, plainKinds, quotes }: EntryStyle,
): Generator<Entry, void> {
  const scalar = ({ name, text }: NewText) => {
    const before = plainKinds.get(name);
    if (before !== undefined) return writeScalar(text, SCALAR_STYLE.PLAIN, before, quotes);
    const style = isFlow ? null : (container.style ?? quotes.words);
    return writeScalar(text, style ?? SCALAR_STYLE.DOUBLE_QUOTED, undefined, quotes);
  };
  const end = isFlow ? '' : '\n';
  const keyOf = (key: string, keyIndent: string) =>
    isFlow ? `${keyOfFlow(key)} ` : `${keyBefore(key, keyIndent)} `;
  for (const text of elements) {
    yield { written: `${isFlow ? '' : '- '}${scalar(text)}${end}`, after: null };
  }
  const open: { isArray: boolean; isEmpty: boolean }[] = [];
  let written = '';
  let after: string | null | undefined;
  for (const step of tree.walk()) {
    if (step.kind === 'end') {
      const closed = open.pop()!;
      if (open.length > 0 && isFlow) written += closed.isArray ? ']' : '}';
    } else {
      const parent = open.at(-1);
      if (parent === undefined) {
        open.push({ isArray: false, isEmpty: true });
        continue;
      }
      const keyIndent = indent + INDENT.repeat(open.length - 1);
      if (open.length > 1) {
        if (!isFlow) written += keyIndent;
        else if (!parent.isEmpty) written += ', ';
        parent.isEmpty = false;
      }
      if (!parent.isArray) written += keyOf(step.key ?? '', keyIndent);
      else if (!isFlow) written += '- ';
      if (step.kind === 'leaf') {
        const text = texts[step.index]!;
        after ??= text.after;
        written += scalar(text) + end;
      } else if (step.kind === 'null') written += `null${end}`;
      else {
        open.push({ isArray: step.kind === 'array', isEmpty: true });
        if (isFlow) written += step.kind === 'array' ? '[' : '{';
        else written = `${written.trimEnd()}\n`;
      }
    }
    if (open.length === 1 && written !== '') {
      yield { written, after: after ?? null };
      written = '';
      after = undefined;
    }
  }
  for (const text of joined) {
    const written = `${keyOf(text.name.slice(offset), indent)}${scalar(text)}${end}`;
    yield { written, after: text.after };
  }
}

function keyOfFlow(key: string): string {
  const quoted = quoteYaml(key);
  return quoted.length > 1000 ? `? ${quoted} :` : `${quoted}:`;
}
