import type { Selector } from '../icu/icu-selector.ts';
import type { Mf2Message } from '../mf2/mf2-message.ts';
import { nodesOfMf2 } from '../mf2/mf2-nodes.ts';
import { type PrintedForm, printMf2 } from '../mf2/print-mf2.ts';
import { readMf2 } from '../mf2/read-mf2.ts';
import type { IcuNode } from '../syntax/icu.ts';
import type { FormPath } from '../syntax/icu-forms.ts';
import type { MessageFormat } from '../token/token.ts';
import type { FormBranchPart, FormPart } from './form-part.ts';

/** A message of MessageFormat 2 whose variants are the lines of a form. */
export interface Mf2Frame {
  readonly message: Mf2Message;
  readonly text: string;
  /** The form as it was read. As long as the form is this one, it is printed as `text`. */
  readonly root: FormBranchPart;
}

const AROUND = { raw: '', nodes: [] } as const;

const rawOf = (nodes: readonly IcuNode[]): string =>
  nodes.map((node) => (node.type === 'pound' ? '#' : node.raw)).join('');

function partOf(nodes: readonly IcuNode[]): FormPart {
  const [node] = nodes;
  if (node?.type !== 'selector') return { type: 'leaf', text: rawOf(nodes) };
  const options = [...node.options].map(([key, inner]) => ({
    key,
    lead: '',
    content: partOf(inner),
  }));
  const selector = {
    dimension: node.dimension,
    head: '',
    inner: ' ',
    gap: '\n',
    options,
    tail: '',
  };
  return { type: 'branch', before: AROUND, selector, after: AROUND };
}

/** Returns the variants of a message as the lines of a form. Null for a message without selectors. */
export function readMf2Frame(text: string, format: MessageFormat): Mf2Frame | null {
  const message = readMf2(text, format);
  if (message === null || message instanceof Error) return null;
  const nodes = nodesOfMf2(message, text);
  const root = nodes && partOf(nodes);
  return root?.type === 'branch' ? { message, text, root } : null;
}

function* formsOf(part: FormPart, path: FormPath): Generator<PrintedForm> {
  if (part.type === 'leaf') {
    yield { path, text: part.text };
    return;
  }
  const { dimension, options }: Selector<FormPart> = part.selector;
  for (const { key, content } of options) {
    const choice = { key, seed: key, sample: null };
    yield* formsOf(content, [...path, { dimension, choice }]);
  }
}

/** Writes the lines of a form as the variants of its message. */
export const printMf2Frame = (
  { message, text, root }: Mf2Frame,
  changed: FormBranchPart,
): string => (changed === root ? text : printMf2(message, text, [...formsOf(changed, [])]));
