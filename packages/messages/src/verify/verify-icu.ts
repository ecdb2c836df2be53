import { tokenizeLeaf } from '../icu/icu-leaf.ts';
import { compareStructure, type IcuSide, locate } from '../icu/icu-structure.ts';
import { categoryOf, targetChoices } from '../icu/plural-choices.ts';
import { Mf2Fault } from '../mf2/mf2-fault.ts';
import { type IcuNode, parseIcu } from '../syntax/icu.ts';
import { IcuFault } from '../syntax/icu-fault.ts';
import {
  collectDimensions,
  type DimensionInfo,
  type FormChoice,
  type FormPath,
  type FormRules,
  type FormTree,
  hoistForms,
  leavesOf,
  TooManyForms,
} from '../syntax/icu-forms.ts';
import type { MessageFormat, Token } from '../token/token.ts';
import { stylesInsideIcu } from '../token/tokenize.ts';
import { type CompareOptions, compareTokens } from './compare-tokens.ts';
import { type Finding, finding } from './findings.ts';

export interface IcuVerifyOptions {
  readonly format: MessageFormat;
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

const MAX_COMPARED_FORMS = 300;
/** Maximum number of source forms that are compared with one target form. */
const MAX_CANDIDATES = 9;
const SPARSE = /^(?:zero|one|two|=.*)$/;

function rulesFor(locale: string, choicesOf: FormRules['choicesOf']): FormRules {
  return {
    choicesOf,
    categoryOf: ({ kind }, value) =>
      kind === 'select' ? 'other' : categoryOf(locale, kind, value),
    maxLeaves: MAX_COMPARED_FORMS,
  };
}

const asChoice = (key: string): FormChoice => ({ key, seed: key, sample: null });

/** Returns a function that finds the source forms from which a form of the translation may come. */
function seedsOf(info: DimensionInfo, targetLocale: string): (key: string) => string[] {
  const { dimension, forms } = info;
  const choices = dimension.kind === 'select' ? [] : targetChoices(info, targetLocale);
  return (key) => {
    if (dimension.kind === 'select' || key.startsWith('=')) return [forms.has(key) ? key : 'other'];
    const seed = choices.find((choice) => choice.key === key)?.seed ?? 'other';
    return [...new Set([seed, key, 'other'])].filter((form) => forms.has(form));
  };
}

function combine(seeds: ReadonlyMap<string, readonly string[]>): Map<string, string>[] {
  let combinations: Map<string, string>[] = [new Map()];
  for (const [dimension, options] of seeds) {
    combinations = combinations
      .flatMap((chosen) => options.map((seed) => new Map(chosen).set(dimension, seed)))
      .slice(0, MAX_CANDIDATES);
  }
  return combinations;
}

export function compareOptionsOf(
  path: FormPath,
): Pick<CompareOptions, 'countOptional' | 'countName'> {
  const plurals = path.filter(({ dimension }) => dimension.kind !== 'select');
  const innermost = plurals.at(-1)?.dimension;
  return {
    countOptional: plurals.some(({ choice }) => SPARSE.test(choice.key)),
    countName: innermost && innermost.offset === 0 ? innermost.name : undefined,
  };
}

/** A source form and the target form for the same options. */
export interface FormPair {
  readonly source: readonly Token[];
  readonly target: readonly Token[];
}

interface SourceForm extends Pick<CompareOptions, 'sourceCountName'> {
  readonly tokens: readonly Token[];
}

function compareForms(
  source: IcuSide,
  tree: FormTree,
  options: IcuVerifyOptions,
): { findings: Finding[]; pairs: FormPair[] } {
  const styles = stylesInsideIcu(options.format);
  const pairs: FormPair[] = [];
  const forms = new Map<string, SourceForm>();
  const sourceForm = (seeds: ReadonlyMap<string, string>): SourceForm => {
    const cacheKey = JSON.stringify([...seeds]);
    let form = forms.get(cacheKey);
    if (!form) {
      const rules = rulesFor(options.sourceLocale, ({ dimension }) => [
        asChoice(seeds.get(dimension.key)!),
      ]);
      const [leaf] = leavesOf(hoistForms(source.nodes, rules));
      const { countName } = compareOptionsOf(leaf!.path);
      form = { tokens: tokenizeLeaf(leaf!, styles).tokens, sourceCountName: countName };
      forms.set(cacheKey, form);
    }
    return form;
  };
  const seedsOfForm = [...source.dimensions].map(
    ([key, info]) => [key, seedsOf(info, options.targetLocale)] as const,
  );
  const findings = leavesOf(tree).flatMap((leaf) => {
    const target = tokenizeLeaf(leaf, styles).tokens;
    const chosen = new Map(leaf.path.map(({ dimension, choice }) => [dimension.key, choice.key]));
    const seeds = new Map(
      seedsOfForm.map(([key, seedsFor]) => [key, seedsFor(chosen.get(key) ?? 'other')]),
    );
    let best: Finding[] | null = null;
    for (const combination of combine(seeds)) {
      const { tokens, sourceCountName } = sourceForm(combination);
      const compared = { ...options, ...compareOptionsOf(leaf.path), sourceCountName };
      const found = compareTokens(tokens, target, compared);
      if (best === null) pairs.push({ source: tokens, target });
      if (best === null || found.length < best.length) best = found;
      if (best.length === 0) break;
    }
    return best ?? [];
  });
  return { findings, pairs };
}

/**
 * Returns the names of all arguments of a message. They are compared instead of the forms if a
 * message has too many forms.
 */
function argumentsOf(nodes: readonly IcuNode[]): Set<string> {
  const names = new Set<string>();
  const visit = (list: readonly IcuNode[]): void => {
    for (const node of list) {
      if (node.type === 'argument') names.add(node.name);
      if (node.type === 'selector') for (const option of node.options.values()) visit(option);
    }
  };
  visit(nodes);
  return names;
}

function compareArguments(source: IcuSide, target: IcuSide): Finding[] {
  const before = argumentsOf(source.nodes);
  const after = argumentsOf(target.nodes);
  const counted = new Set([...source.dimensions.values()].map(({ dimension }) => dimension.name));
  return [
    ...[...before]
      .filter((name) => !after.has(name) && !counted.has(name))
      .map((name) => finding('placeholder_missing', `{${name}} is missing`, name)),
    ...[...after]
      .filter((name) => !before.has(name) && !counted.has(name))
      .map((name) => finding('placeholder_unknown', `{${name}} is not in the source`, name)),
  ];
}

export const invalidIcu = (fault: Error, side?: 'source'): Finding =>
  finding(
    'icu_invalid',
    `${side ? 'the source is ' : ''}not valid ${fault instanceof Mf2Fault ? 'MessageFormat 2' : 'ICU'}: ${fault.message}`,
    undefined,
    {
      ...(fault instanceof IcuFault || fault instanceof Mf2Fault
        ? fault.params
        : { reason: 'too_deep' }),
      ...(side && { side }),
    },
  );

export interface ComparedForms {
  readonly findings: Finding[];
  readonly pairs: readonly FormPair[];
}

/**
 * Compares the forms of two ICU messages. `pairs` contains the forms that belong together. The
 * caller must also check the words of each pair.
 */
export function verifyIcu(
  sourceNodes: readonly IcuNode[],
  target: string,
  options: IcuVerifyOptions,
): ComparedForms {
  const targetNodes = parseIcu(target, options.format);
  if (targetNodes instanceof Error) return notReadable(targetNodes);
  return compareNodes(sourceNodes, targetNodes, options);
}

/** The result for a translation that is not valid. */
export function notReadable(fault: Error): ComparedForms {
  const at = fault instanceof IcuFault || fault instanceof Mf2Fault ? fault.at : undefined;
  return { findings: [locate(invalidIcu(fault), 'target', at)], pairs: [] };
}

/** Compares the forms of two messages. See {@link verifyIcu}. */
export function compareNodes(
  sourceNodes: readonly IcuNode[],
  targetNodes: readonly IcuNode[],
  options: IcuVerifyOptions,
): ComparedForms {
  const before = { nodes: sourceNodes, dimensions: collectDimensions(sourceNodes) };
  const after = { nodes: targetNodes, dimensions: collectDimensions(targetNodes) };
  const structure = compareStructure(before, after, options.targetLocale);
  if (structure.some(({ code }) => code === 'icu_structure'))
    return { findings: structure, pairs: [] };
  try {
    const rules = rulesFor(options.targetLocale, ({ forms }) => [...forms].map(asChoice));
    const { findings, pairs } = compareForms(before, hoistForms(targetNodes, rules), options);
    return { findings: [...structure, ...findings], pairs };
  } catch (error) {
    if (!(error instanceof TooManyForms)) throw error;
    return { findings: [...structure, ...compareArguments(before, after)], pairs: [] };
  }
}
