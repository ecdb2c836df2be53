import type {
  IcuArgument,
  IcuDimension,
  IcuLayout,
  IcuLiteral,
  IcuNode,
  IcuPound,
  IcuSelector,
  Mf2MarkupNode,
} from './icu.ts';

export interface FormChoice {
  readonly key: string;
  readonly seed: string;
  readonly sample: number | null;
}

export interface DimensionInfo {
  readonly dimension: IcuDimension;
  readonly forms: ReadonlySet<string>;
  readonly silent: ReadonlySet<string>;
  readonly layout: IcuLayout;
}

export interface InlineSelector {
  readonly type: 'inline';
  readonly raw: string;
  readonly tree: FormBranch;
}

export type FormPiece = IcuLiteral | IcuArgument | Mf2MarkupNode | IcuPound | InlineSelector;

export type FormPath = readonly { readonly dimension: IcuDimension; readonly choice: FormChoice }[];

export interface FormLeaf {
  readonly type: 'leaf';
  readonly pieces: readonly FormPiece[];
  readonly path: FormPath;
}

export interface FormBranch {
  readonly type: 'branch';
  readonly dimension: IcuDimension;
  readonly layout: IcuLayout;
  readonly options: readonly { readonly key: string; readonly tree: FormTree }[];
}

export type FormTree = FormLeaf | FormBranch;

export interface FormRules {
  readonly choicesOf: (info: DimensionInfo) => readonly FormChoice[];
  /** Returns the plural category of an exact number in the source language. */
  readonly categoryOf: (dimension: IcuDimension, value: number) => string;
  readonly maxLeaves: number;
}

// Maximum number of dimensions in a message whose forms are written out as whole sentences.
const MAX_DIMENSIONS = 12;
const MAX_NODES = 2000;
/**
 * Maximum total length of all whole sentences, in UTF-16 code units. Text outside of a selector is
 * repeated in each sentence.
 */
const MAX_HOISTED_LENGTH = 100_000;
/**
 * Maximum total length of the forms of a message if every selector stays in place, in UTF-16 code
 * units.
 */
const MAX_INLINE_LENGTH = 600_000;

export class TooManyForms extends Error {}

/**
 * Thrown if a message cannot be written as whole sentences, because a `#` or a brace would get
 * another meaning.
 */
export class NotHoistable extends Error {}

function showsNumber(nodes: readonly IcuNode[], dimension: IcuDimension): boolean {
  return nodes.some((node) => {
    if (node.type === 'pound') return node.owner.key === dimension.key;
    if (node.type === 'argument') return node.name === dimension.name;
    if (node.type !== 'selector') return false;
    return [...node.options.values()].some((option) => showsNumber(option, dimension));
  });
}

/**
 * Returns the keys of options that do not show the number, as in "an item". Returns none if the
 * option `other` does not show the number either.
 */
function silentForms(selectors: readonly IcuSelector[]): Set<string> {
  const shown = new Set<string>();
  const forms = new Set<string>();
  for (const { dimension, options } of selectors) {
    for (const [name, option] of options) {
      forms.add(name);
      if (showsNumber(option, dimension)) shown.add(name);
    }
  }
  return new Set(shown.has('other') ? [...forms].filter((form) => !shown.has(form)) : []);
}

/** Returns the dimensions of a message in the order in which they occur. */
export function collectDimensions(nodes: readonly IcuNode[]): Map<string, DimensionInfo> {
  const found = new Map<string, IcuSelector[]>();
  const outside = new Set<string>();
  const visit = (list: readonly IcuNode[], around: readonly string[]): void => {
    for (const node of list) {
      if (node.type === 'argument' && !around.includes(node.name)) outside.add(node.name);
      if (node.type !== 'selector') continue;
      const { dimension, options } = node;
      const dimensionNodes = found.get(dimension.key);
      if (dimensionNodes) dimensionNodes.push(node);
      else found.set(dimension.key, [node]);
      for (const option of options.values()) visit(option, [...around, dimension.name]);
    }
  };
  visit(nodes, []);
  return new Map(
    [...found].map(([key, selectors]) => {
      const { dimension, layout } = selectors[0]!;
      const forms = new Set(selectors.flatMap(({ options }) => [...options.keys()]));
      const silent = outside.has(dimension.name) ? new Set<string>() : silentForms(selectors);
      return [key, { dimension, forms, silent, layout }];
    }),
  );
}

type Assignment = ReadonlyMap<string, FormChoice>;

function optionOf(selector: IcuSelector, seed: string, rules: FormRules): readonly IcuNode[] {
  const { options, dimension } = selector;
  const sameOption = options.get(seed);
  if (sameOption) return sameOption;
  const exact = seed.startsWith('=') ? Number(seed.slice(1)) : null;
  const category = exact === null ? null : rules.categoryOf(dimension, exact - dimension.offset);
  return (category === null ? undefined : options.get(category)) ?? options.get('other')!;
}

function resolve(nodes: readonly IcuNode[], assigned: Assignment, rules: FormRules): IcuNode[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'selector') return [node];
    const choice = assigned.get(node.dimension.key);
    if (choice) return resolve(optionOf(node, choice.seed, rules), assigned, rules);
    const options = [...node.options].map(
      ([name, option]) => [name, resolve(option, assigned, rules)] as const,
    );
    return [{ ...node, options: new Map(options) }];
  });
}

function findSelect(nodes: readonly IcuNode[]): IcuSelector | undefined {
  for (const node of nodes) {
    if (node.type !== 'selector') continue;
    if (node.dimension.kind === 'select') return node;
    for (const option of node.options.values()) {
      const inner = findSelect(option);
      if (inner) return inner;
    }
  }
  return undefined;
}

function usesPound(nodes: readonly IcuNode[], key: string): boolean {
  return nodes.some((node) =>
    node.type === 'selector'
      ? [...node.options.values()].some((option) => usesPound(option, key))
      : node.type === 'pound' && node.owner.key === key,
  );
}

function chooseNext(nodes: readonly IcuNode[]): IcuSelector | undefined {
  const selectors = nodes.filter((node) => node.type === 'selector');
  const first =
    selectors.find(({ dimension }) => dimension.kind === 'select') ??
    selectors.find(({ dimension }) => dimension.offset === 0) ??
    selectors[0];
  if (!first || first.dimension.kind === 'select') return first;
  return (usesPound([first], first.dimension.key) ? findSelect([first]) : undefined) ?? first;
}

export function placePiece(node: IcuNode, path: FormPath): FormPiece {
  if (node.type === 'pound') return placePound(node, path);
  const isMoved = node.type === 'literal' && !node.nested && path.length > 0;
  if (isMoved && !node.quotes && node.raw.includes('}')) throw new NotHoistable();
  return node as FormPiece;
}

/**
 * Returns the `#` of a plural as it must be written inside `path`. If `path` ends inside another
 * plural, the argument of the `#` is written instead.
 */
function placePound(pound: IcuPound, path: FormPath): FormPiece {
  const { owner } = pound;
  if (path.at(-1)?.dimension.key === owner.key) return pound;
  if (owner.offset !== 0) throw new NotHoistable();
  return { type: 'argument', raw: `{${owner.name}, number}`, name: owner.name, format: 'number' };
}

interface Budget {
  leaves: number;
  length: number;
}

function spend(budget: Budget, leafLength: number): void {
  budget.leaves--;
  budget.length -= leafLength;
  if (budget.leaves < 0 || budget.length < 0) throw new TooManyForms();
}

const lengthOf = (nodes: readonly IcuNode[]): number =>
  nodes.reduce((length, node) => length + (node.type === 'pound' ? 1 : node.raw.length), 0);

function hoist(
  nodes: readonly IcuNode[],
  path: FormPath,
  rules: FormRules,
  dimensions: ReadonlyMap<string, DimensionInfo>,
  budget: Budget,
): FormTree {
  const next = chooseNext(nodes);
  if (!next) {
    spend(budget, lengthOf(nodes));
    const pieces = nodes.map((node) => placePiece(node, path));
    return { type: 'leaf', pieces, path };
  }
  const info = dimensions.get(next.dimension.key)!;
  const { dimension } = next;
  const options = rules.choicesOf(info).map((choice) => {
    const assigned = new Map([[dimension.key, choice]]);
    const inner = resolve(nodes, assigned, rules);
    const tree = hoist(inner, [...path, { dimension, choice }], rules, dimensions, budget);
    return { key: choice.key, tree };
  });
  return { type: 'branch', dimension, layout: info.layout, options };
}

function countNodes(nodes: readonly IcuNode[]): number {
  let count = nodes.length;
  for (const node of nodes) {
    if (node.type !== 'selector') continue;
    for (const option of node.options.values()) count += countNodes(option);
  }
  return count;
}

/**
 * Returns all forms of a message as whole sentences.
 *
 * @throws {@link TooManyForms}
 */
export function hoistForms(nodes: readonly IcuNode[], rules: FormRules): FormTree {
  const dimensions = collectDimensions(nodes);
  if (dimensions.size > MAX_DIMENSIONS || countNodes(nodes) > MAX_NODES) throw new TooManyForms();
  try {
    const budget = { leaves: rules.maxLeaves, length: MAX_HOISTED_LENGTH };
    return hoist(nodes, [], rules, dimensions, budget);
  } catch (error) {
    if (error instanceof NotHoistable) throw new TooManyForms();
    throw error;
  }
}

/**
 * Returns the forms of a message in which every selector stays in place.
 * @throws {@link TooManyForms}
 */
export function inlineForms(nodes: readonly IcuNode[], rules: FormRules): FormTree {
  const budget = { leaves: rules.maxLeaves, length: MAX_INLINE_LENGTH };
  const visit = (list: readonly IcuNode[], path: FormPath): FormLeaf => {
    spend(budget, lengthOf(list.filter(({ type }) => type !== 'selector')));
    const pieces = list.map((node): FormPiece => {
      if (node.type !== 'selector') return node;
      const { dimension, layout } = node;
      const forms = new Set(node.options.keys());
      const silent = silentForms([node]);
      const options = rules.choicesOf({ dimension, forms, silent, layout }).map((choice) => ({
        key: choice.key,
        tree: visit(optionOf(node, choice.seed, rules), [...path, { dimension, choice }]),
      }));
      return {
        type: 'inline',
        raw: node.raw,
        tree: { type: 'branch', dimension, layout, options },
      };
    });
    return { type: 'leaf', pieces, path };
  };
  return visit(nodes, []);
}

export function leavesOf(tree: FormTree): FormLeaf[] {
  if (tree.type === 'branch') return tree.options.flatMap((option) => leavesOf(option.tree));
  return [
    tree,
    ...tree.pieces.flatMap((piece) => (piece.type === 'inline' ? leavesOf(piece.tree) : [])),
  ];
}

/** Returns a selector in ICU syntax. `print` returns the text of each option. */
export function printBranch(branch: FormBranch, print: (tree: FormTree) => string): string {
  const { head, inner, gap, tail } = branch.layout;
  const options = branch.options.map(({ key, tree }) => `${key}${inner}{${print(tree)}}`);
  return `${head}${options.join(gap)}${tail}}`;
}
