import { pluralCategories } from '../plural/plural.ts';
import { type ChoiceBranch, readChoice } from '../syntax/java-choice.ts';
import type { Token } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { compareLiterals } from './compare-literals.ts';
import { compareTokens } from './compare-tokens.ts';
import { type Finding, finding } from './findings.ts';

interface Placed {
  readonly name: string;
  readonly branches: readonly ChoiceBranch[] | null;
  readonly start: number;
  readonly end: number;
}

function choicesIn(tokens: readonly Token[]): Placed[] {
  const choices: Placed[] = [];
  let start = 0;
  for (const token of tokens) {
    const end = start + token.source.length;
    const choice = token.type === 'placeholder' ? readChoice(token.source) : null;
    if (choice) choices.push({ ...choice, start, end });
    start = end;
  }
  return choices;
}

/**
 * Compares the choices of two Java messages, whose branches are messages themselves. A translation
 * may have more limits than its source text. It may have fewer if its language has one plural form.
 */
export function compareChoices(
  source: readonly Token[],
  target: readonly Token[],
  targetLocale: string,
): Finding[] {
  const sourceChoices = new Map(choicesIn(source).map((choice) => [choice.name, choice]));
  if (sourceChoices.size === 0) return [];
  return choicesIn(target).flatMap((choice) => {
    const { name, start, end } = choice;
    const before = sourceChoices.get(name)?.branches;
    if (!before) return [];
    const at = { start, end, side: 'target' } as const;
    return compareBranches(name, before, choice.branches, targetLocale).map((found) => ({
      ...found,
      at,
    }));
  });
}

function compareBranches(
  name: string,
  before: readonly ChoiceBranch[],
  after: readonly ChoiceBranch[] | null,
  targetLocale: string,
): Finding[] {
  const argument = `{${name},choice}`;
  if (after === null) {
    const detail = `${argument} cannot be read; write '' for an apostrophe`;
    return [finding('argument_style', detail, argument)];
  }
  const limits = new Set(after.map(({ limit }) => limit));
  const lost = before.find(({ limit }) => !limits.has(limit));
  if (lost && pluralCategories(targetLocale).length > 1) {
    const detail = `${argument} has no branch for the limit ${lost.limit}`;
    return [finding('argument_style', detail, argument)];
  }
  let last = 0;
  return after.flatMap((branch, index): Finding[] => {
    const next = after[index + 1];
    while (last + 1 < before.length && (!next || isBelow(before[last + 1]!, next))) last++;
    const optional = next ? `{${name}}` : null;
    return compareTexts(before[last]!.text, branch, optional);
  });
}

/** True if a branch begins before another branch. */
function isBelow({ limit }: ChoiceBranch, other: ChoiceBranch): boolean {
  const [one, two] = [Number.parseFloat(limit), Number.parseFloat(other.limit)];
  return one === two ? !limit.endsWith('<') && other.limit.endsWith('<') : one < two;
}

/** Compares a branch with the source text's branch. `optional` is an argument that the branch may omit. */
function compareTexts(
  before: string,
  { text, isIdle }: ChoiceBranch,
  optional: string | null,
): Finding[] {
  const source = tokenize(before, 'java');
  const target = tokenize(text, 'java');
  const hasArgument = text.includes('{') || before.includes('{');
  const found = hasArgument
    ? [
        ...compareTokens(source, target, { format: 'java' }),
        ...compareLiterals(source, target, 'java'),
      ]
    : [];
  if (isIdle) found.push(finding('entity_changed', "a single ' quotes; write '' for it", "'"));
  return found.filter(({ value, params }) => value !== optional || params?.reason === 'quoted');
}
