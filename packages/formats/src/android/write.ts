import type { FileRow, WriteOptions } from '../format.ts';
import { valueIn } from '../patch/value-in.ts';
import { requireText } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';
import { type Item, Layout, type Resource } from './layout.ts';
import { Vocabulary } from './markup.ts';
import { nameAttributes } from './names.ts';
import { encodeText, encodeTextInSteps, type TextRules, type TextStyle } from './text.ts';

/** Length from which a text is encoded in steps, in code units. */
const LONG_TEXT = 10_000;
/** Minimum length of a piece of output, in code units. */
const PIECE_LENGTH = 32 * 1024;
const START =
  '<?xml version="1.0" encoding="utf-8"?>\n<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n';

export interface Layouting {
  readonly newline: string;
  readonly indent: string;
  readonly rules: TextRules;
  styleOf?(name: string): TextStyle | undefined;
  /** Encoded texts, by text. */
  encoded?: ReadonlyMap<string, string>;
}

export async function* writeAndroid(
  rows: AsyncIterable<FileRow[]>,
  { localeTags, isCompose = false }: WriteOptions,
): AsyncGenerator<string, void> {
  if (localeTags.length !== 1) throw new RangeError('a resource file contains exactly one locale');
  const localeTag = localeTags[0]!;
  const yielder = new Yielder();
  const layout = new Layout();
  const vocabulary = new Vocabulary(['xliff'], new Set());
  const style = { newline: '\n', indent: '    ', rules: { isCompose, vocabulary } };
  let piece = START;
  const renderLong = async (resource: Resource): Promise<string> => {
    const encoded = await encodeLong(resource, style.rules, yielder);
    return renderResource(resource, { ...style, encoded });
  };
  // A promise for each string of a file would take longer than the string.
  const render = (resource: Resource): string | Promise<string> =>
    resource.items.some(isLong) ? renderLong(resource) : renderResource(resource, style);
  for await (const batch of rows) {
    for (const row of batch) {
      const text = valueIn(row.values, localeTag)?.text;
      if (text === undefined) continue;
      const resource = layout.takeOrAdd(row, text);
      if (resource === null) continue;
      const rendered = render(resource);
      piece += `${typeof rendered === 'string' ? rendered : await rendered}\n`;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      if (yielder.isDue()) await yielder.pause();
    }
    if (yielder.isDue()) await yielder.pause();
  }
  for (const resource of layout.resources(localeTag)) {
    piece += `${await render(resource)}\n`;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
    if (yielder.isDue()) await yielder.pause();
  }
  yield `${piece}</resources>\n`;
}

const isLong = ({ text }: Item): boolean => text.length >= LONG_TEXT;

/** Encodes the long texts of a resource and yields to the event loop between steps. */
async function encodeLong(
  { items }: Resource,
  rules: TextRules,
  yielder: Yielder,
): Promise<Map<string, string>> {
  const encoded = new Map<string, string>();
  for (const { text } of items.filter(isLong)) {
    const steps = encodeTextInSteps(text, rules);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        encoded.set(text, step.value);
        break;
      }
      if (yielder.isDue()) await yielder.pause();
    }
  }
  return encoded;
}

/** Returns the lines of a resource, without the last line break. */
export function renderResource({ kind, name, items }: Resource, style: Layouting): string {
  const { newline, indent } = style;
  const [{ row }] = items as [Item];
  const isFlagged = items.every((item) => item.row.translatable === false);
  requireText(name, row.name);
  const flag = isFlagged ? ' translatable="false"' : '';
  const tag = `${indent}<${kind} ${nameAttributes(name)}${flag}>`;
  if (kind === 'string') {
    return `${renderComment(row, indent, newline)}${tag}${renderText(items[0]!, style)}</string>`;
  }
  const isShared = items.every((item) => item.row.description === row.description);
  const lines = items.map((item) => renderItem(item, style, isShared));
  const comment = isShared ? renderComment(row, indent, newline) : '';
  return `${comment}${tag}${newline}${lines.join(newline)}${newline}${indent}</${kind}>`;
}

export function renderItem(item: Item, style: Layouting, isDescribed = true): string {
  const indent = style.indent + style.indent;
  const quantity = item.category === null ? '' : ` quantity="${item.category}"`;
  const comment = isDescribed ? '' : renderComment(item.row, indent, style.newline);
  return `${comment}${indent}<item${quantity}>${renderText(item, style)}</item>`;
}

function renderText({ row, text }: Item, { rules, styleOf, encoded }: Layouting): string {
  requireText(text, row.name);
  return encoded?.get(text) ?? encodeText(text, rules, styleOf?.(row.name));
}

function renderComment({ name, description }: FileRow, indent: string, newline: string): string {
  if (description === undefined || description === '') return '';
  requireText(description, name);
  const text = description
    .trim()
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/-(?=-|$)/g, '- ')
    .replaceAll(/\r\n?/g, '\n');
  if (text === '') return '';
  return `${indent}<!-- ${text.trim()} -->${newline}`;
}
