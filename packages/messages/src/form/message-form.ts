import { writeLeaf } from '../icu/icu-leaf.ts';
import {
  dropOption,
  insertOption,
  printSelector,
  readSelector,
  type Selector,
  type SelectorOption,
  withOptions,
} from '../icu/icu-selector.ts';
import { closeText } from '../syntax/close-text.ts';
import { type IcuDimension, type IcuNode, readIcu } from '../syntax/icu.ts';
import { type FormPath, NotHoistable, placePiece } from '../syntax/icu-forms.ts';
import type { MessageFormat } from '../token/token.ts';
import { stylesOf } from '../token/tokenize.ts';
import type { FormBranchPart, FormPart, Outside } from './form-part.ts';
import { type Mf2Frame, printMf2Frame, readMf2Frame } from './mf2-form.ts';

/**
 * An ICU message in the form that people edit: a selector, whose options may contain further
 * selectors.
 */
export interface MessageForm {
  readonly root: FormBranchPart;
  /**
   * Keys of options that did not exist before the user entered a text for them. If the user deletes
   * the text, the option is removed again.
   */
  readonly added: ReadonlySet<string>;
  readonly isBlank: boolean;
  /** False if an apostrophe is ordinary text and not a quote. */
  readonly quotes: boolean;
  /** Set for a message of MessageFormat 2, whose lines are written as variants. */
  readonly mf2: Mf2Frame | null;
}

export type LinePath = readonly string[];

const MAX_DEPTH = 2;
const MAX_LINES = 100;

/**
 * Error for a message that cannot be edited as a form, for example because it has too many
 * selectors.
 */
class NoForm extends Error {}

const EMPTY: Outside = { raw: '', nodes: [] };

function readPart(
  text: string,
  nodes: readonly IcuNode[],
  { start, end }: { start: number; end: number },
  depth: number,
): FormPart {
  const at = nodes.findIndex(({ type }) => type === 'selector');
  const node = nodes[at];
  if (node?.type !== 'selector') return { type: 'leaf', text: text.slice(start, end) };
  const after = nodes.slice(at + 1);
  if (depth === MAX_DEPTH || after.some(({ type }) => type === 'selector')) throw new NoForm();
  return {
    type: 'branch',
    before: { raw: text.slice(start, node.at.start), nodes: nodes.slice(0, at) },
    selector: readSelector(text, node, (inner, from, to) =>
      readPart(text, inner, { start: from, end: to }, depth + 1),
    ),
    after: { raw: text.slice(node.at.end, end), nodes: after },
  };
}

/**
 * Returns the form of an ICU message that consists of one selector. Null for other messages.
 * Printing an unchanged form gives the original message.
 */
export function readForm(text: string, format: MessageFormat): MessageForm | null {
  const mf2 = readMf2Frame(text, format);
  if (mf2) return fromMf2(mf2);
  const nodes = readIcu(text, format);
  if (!Array.isArray(nodes)) return null;
  try {
    const root = readPart(text, nodes, { start: 0, end: text.length }, 0);
    if (root.type === 'leaf') return null;
    const { quotes } = stylesOf(format);
    const form = { root, added: new Set<string>(), isBlank: false, quotes, mf2: null };
    const paths = linePaths(form);
    if (paths.length > MAX_LINES) return null;
    for (const path of paths) checkJoints(partsOfLine(form, path)!, quotes);
    return form;
  } catch (error) {
    if (error instanceof NoForm || error instanceof NotHoistable) return null;
    throw error;
  }
}

function fromMf2(mf2: Mf2Frame): MessageForm | null {
  const { root, message } = mf2;
  const form = { root, added: new Set<string>(), isBlank: false, quotes: false, mf2 };
  const isEditable = message.selectors.length <= MAX_DEPTH && linePaths(form).length <= MAX_LINES;
  return isEditable ? form : null;
}

const printPart = (part: FormPart): string =>
  part.type === 'leaf'
    ? part.text
    : part.before.raw + printSelector(part.selector, printPart) + part.after.raw;

export function printForm({ root, isBlank, mf2 }: MessageForm): string {
  if (isBlank && isEmptyPart(root)) return '';
  return mf2 ? printMf2Frame(mf2, root) : printPart(root);
}

const isEmptyPart = (part: FormPart): boolean =>
  part.type === 'leaf'
    ? part.text === ''
    : part.before.raw === '' &&
      part.after.raw === '' &&
      part.selector.options.every(({ content }) => isEmptyPart(content));

function* pathsOf(part: FormPart, path: LinePath): Generator<LinePath> {
  if (part.type === 'leaf') yield path;
  else {
    for (const { key, content } of part.selector.options) yield* pathsOf(content, [...path, key]);
  }
}

export const linePaths = ({ root }: MessageForm): readonly LinePath[] => [...pathsOf(root, [])];

export const findOption = <Content>(
  { options }: Selector<Content>,
  key: string,
): SelectorOption<Content> | undefined => options.find((option) => option.key === key);

export interface LineParts {
  readonly dimensions: readonly IcuDimension[];
  readonly before: readonly string[];
  readonly text: string;
  readonly after: readonly string[];
}

export const pathOf = (dimensions: readonly IcuDimension[], keys: LinePath): FormPath =>
  dimensions.map((dimension, index) => {
    const key = keys[index]!;
    return { dimension, choice: { key, seed: key, sample: null } };
  });

const move = (nodes: readonly IcuNode[], path: FormPath): string =>
  nodes.map((node) => writeLeaf([placePiece(node, path)], path).text).join('');

export function partsOfLine({ root }: MessageForm, keys: LinePath): LineParts | null {
  const outside: FormBranchPart[] = [];
  let part: FormPart = root;
  for (const key of keys) {
    if (part.type === 'leaf') return null;
    outside.push(part);
    const selector: Selector<FormPart> = part.selector;
    part = (findOption(selector, key) ?? findOption(selector, 'other')!).content;
  }
  if (part.type === 'branch') return null;
  const dimensions = outside.map(({ selector }) => selector.dimension);
  const path = pathOf(dimensions, keys);
  const validOutside = outside.filter((_, index) => hasPath(root, keys.slice(0, index)));
  return {
    dimensions,
    before: validOutside.map(({ before }) => move(before.nodes, path)),
    text: hasPath(root, keys) ? part.text : '',
    after: validOutside.map(({ after }) => move(after.nodes, path)).reverse(),
  };
}

function hasPath(root: FormPart, keys: LinePath): boolean {
  let part: FormPart | undefined = root;
  for (const key of keys) {
    part = part?.type === 'branch' ? findOption(part.selector, key)?.content : undefined;
  }
  return part !== undefined;
}

export const hasOption = ({ root }: MessageForm, keys: LinePath): boolean => hasPath(root, keys);

export const textOfLine = ({ before, text, after }: LineParts): string =>
  [...before, text, ...after].join('');

function checkJoints({ before, text, after }: LineParts, quotes: boolean): void {
  if (!quotes) return;
  const pieces = [...before, text, ...after].filter((piece) => piece !== '');
  for (const [at, piece] of pieces.entries()) {
    if (piece.startsWith("'") && pieces[at - 1]?.endsWith("'")) throw new NoForm();
  }
}

function moveInside(part: FormBranchPart, path: FormPath, quotes: boolean): FormBranchPart {
  const { before, selector, after } = part;
  const inside = [
    ...path,
    ...pathOf([selector.dimension], [selector.options[0]!.key]),
  ] satisfies FormPath;
  const beforeRaw = move(before.nodes, inside);
  const afterRaw = move(after.nodes, inside);
  const options = selector.options.map((option): SelectorOption<FormPart> => {
    const { content } = option;
    if (content.type === 'leaf') {
      const text = closeText(
        beforeRaw + content.text + afterRaw,
        isPlural(selector.dimension),
        quotes,
      );
      return { ...option, content: { type: 'leaf', text } };
    }
    const around: FormBranchPart = {
      ...content,
      before: {
        raw: beforeRaw + content.before.raw,
        nodes: [...before.nodes, ...content.before.nodes],
      },
      after: { raw: content.after.raw + afterRaw, nodes: [...content.after.nodes, ...after.nodes] },
    };
    return { ...option, content: around };
  });
  return { ...part, before: EMPTY, selector: withOptions(selector, options), after: EMPTY };
}

const isPlural = ({ kind }: IcuDimension): boolean => kind !== 'select';

const blankOf = (part: FormPart): FormPart =>
  part.type === 'leaf'
    ? { type: 'leaf', text: '' }
    : {
        ...part,
        before: EMPTY,
        after: EMPTY,
        selector: withOptions(
          part.selector,
          part.selector.options
            .filter(({ key }) => key === 'other')
            .map((option) => ({ ...option, content: blankOf(option.content) })),
        ),
      };

function ensureOption(selector: Selector<FormPart>, key: string): Selector<FormPart> {
  if (findOption(selector, key)) return selector;
  return insertOption(selector, key, blankOf(findOption(selector, 'other')!.content));
}

const setContent = (
  selector: Selector<FormPart>,
  key: string,
  content: FormPart,
): Selector<FormPart> =>
  withOptions(
    selector,
    selector.options.map((option) => (option.key === key ? { ...option, content } : option)),
  );

/**
 * Returns the middle of a text that begins with `before` and ends with `after`. Null for other
 * texts.
 */
function between(text: string, before: string, after: string): string | null {
  if (text.length < before.length + after.length) return null;
  if (!text.startsWith(before) || !text.endsWith(after)) return null;
  return text.slice(before.length, text.length - after.length);
}

function setPart(
  part: FormPart,
  keys: LinePath,
  text: string,
  line: { readonly path: FormPath; readonly depth: number; readonly quotes: boolean },
): FormPart {
  const { path, depth, quotes } = line;
  const innermost = path.at(-1)!.dimension;
  if (part.type === 'leaf') {
    return { type: 'leaf', text: closeText(text, isPlural(innermost), quotes) };
  }
  const key = keys[depth]!;
  const inner = between(text, move(part.before.nodes, path), move(part.after.nodes, path));
  const open = inner === null ? moveInside(part, path.slice(0, depth), quotes) : part;
  const selector = ensureOption(open.selector, key);
  const { content } = findOption(selector, key)!;
  const next = setPart(content, keys, inner ?? text, { ...line, depth: depth + 1 });
  return { ...open, selector: setContent(selector, key, next) };
}

const nameOf = (keys: LinePath): string => keys.join(' ');

/**
 * Returns the form with a new text for one line. If the message lacks the option of the line, the
 * option is added. If the text before or after the selector was changed, this text is moved into
 * each option.
 */
export function setLine(form: MessageForm, keys: LinePath, text: string): MessageForm {
  const parts = partsOfLine(form, keys);
  if (!parts || text === textOfLine(parts)) return form;
  const options = keys.map((_, index) => keys.slice(0, index + 1));
  const missing = options.filter((option) => !hasPath(form.root, option));
  const path = pathOf(parts.dimensions, keys);
  const root = setPart(form.root, keys, text, {
    path,
    depth: 0,
    quotes: form.quotes,
  }) as FormBranchPart;
  const changed = { ...form, root, added: new Set([...form.added, ...missing.map(nameOf)]) };
  const emptied = options.find(
    (option) => form.added.has(nameOf(option)) && isEmptyAt(root, option),
  );
  return emptied ? removeOption(changed, emptied) : changed;
}

function isEmptyAt(root: FormPart, keys: LinePath): boolean {
  let part = root;
  for (const key of keys) {
    if (part.type === 'leaf') return false;
    part = findOption(part.selector, key)!.content;
  }
  return isEmptyPart(part);
}

function changeSelector(
  part: FormPart,
  keys: LinePath,
  change: (selector: Selector<FormPart>) => Selector<FormPart>,
): FormPart {
  if (part.type === 'leaf') return part;
  const [key, ...rest] = keys;
  if (key === undefined) return { ...part, selector: change(part.selector) };
  const option = findOption(part.selector, key);
  if (!option) return part;
  const content = changeSelector(option.content, rest, change);
  return { ...part, selector: setContent(part.selector, key, content) };
}

/** Adds an empty option such as `=0`. `keys` ends with the key of the new option. */
export function addOption(form: MessageForm, keys: LinePath): MessageForm {
  if (hasPath(form.root, keys)) return form;
  const root = changeSelector(form.root, keys.slice(0, -1), (selector) =>
    ensureOption(selector, keys.at(-1)!),
  );
  return { ...form, root: root as FormBranchPart };
}

/** Removes an option and its content. Does not remove `other`, which ICU requires. */
export function removeOption(form: MessageForm, keys: LinePath): MessageForm {
  const key = keys.at(-1)!;
  if (key === 'other' || !hasPath(form.root, keys)) return form;
  const root = changeSelector(form.root, keys.slice(0, -1), (selector) =>
    dropOption(selector, key),
  );
  const added = new Set([...form.added].filter((name) => name !== nameOf(keys)));
  return { ...form, root: root as FormBranchPart, added };
}

export const blankForm = (source: MessageForm): MessageForm => ({
  root: blankOf(source.root) as FormBranchPart,
  added: new Set(),
  isBlank: true,
  quotes: source.quotes,
  mf2: source.mf2,
});
