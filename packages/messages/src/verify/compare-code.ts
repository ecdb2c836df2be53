import { leftOver, mayHaveSigns } from '../code/left-over.ts';
import { findUnknownCode } from '../code/unknown-code.ts';
import type { Token } from '../token/token.ts';
import { asIs, surplus } from './compare-tokens.ts';
import { type Finding, finding } from './findings.ts';
import type { FormPair } from './verify-icu.ts';

// Matches the parts of unknown code that are not words: brackets, operators, keywords, names with a
// sign, and Fluent's variants.
const ATOM =
  /[{}]|->|=>|[&|=!<>]=|<[%?]|[%?]>|<\/?[A-Za-z][\w:.-]*(?=\s)|\*?\[\/?[\w=-]{1,40}\]|(?<![\p{L}\p{N}])[$@#:/\\][\p{L}_][\p{L}\p{N}_-]*/gu;
/** Variants whose number depends on the plural categories of a language. */
const CATEGORY = /^\*?\[(?:zero|one|two|few|many|other|\d+)\]$/;

const atomsOf = (tokens: readonly Token[]): string[] => leftOver(tokens).match(ATOM) ?? [];

/** Returns the parts that the project's patterns match as code. */
const inProject = (tokens: readonly Token[], patterns: readonly string[]): string[] =>
  patterns.flatMap((pattern) =>
    [...leftOver(tokens).matchAll(new RegExp(pattern, 'gu'))].map(
      ({ 0: whole, groups }) => groups?.code ?? whole.trim(),
    ),
  );

function readAtoms(
  source: readonly Token[],
  target: readonly Token[],
): readonly [before: string[], after: string[]] {
  if (findUnknownCode(source).length + findUnknownCode(target).length === 0) return [[], []];
  const hasVariants = atomsOf(source).includes('->');
  const read = (tokens: readonly Token[]): string[] => {
    const atoms = atomsOf(tokens);
    return hasVariants ? [...new Set(atoms)].filter((atom) => !CATEGORY.test(atom)) : atoms;
  };
  return [read(source), read(target)];
}

/**
 * Compares the code of an unknown syntax in a translation with that in the source text. Words are
 * not compared. If the code has variants, a translation may have more or fewer plural categories.
 * @param patterns - Regular expressions that match code words of the project
 */
export function compareCode(
  source: readonly Token[],
  target: readonly Token[],
  patterns: readonly string[] = [],
): Finding[] {
  if (!mayHaveSigns(source) && !mayHaveSigns(target)) return [];
  const [before, after] = readAtoms(source, target);
  return compareAtoms(
    [...before, ...inProject(source, patterns)],
    [...after, ...inProject(target, patterns)],
  );
}

/** Compares the code in the forms of an ICU message. A form may have less code than the others. */
export function compareCodeOfForms(
  pairs: readonly FormPair[],
  patterns: readonly string[] = [],
): Finding[] {
  const before = new Set<string>();
  const after = new Set<string>();
  for (const { source, target } of pairs) {
    if (!mayHaveSigns(source) && !mayHaveSigns(target)) continue;
    // A brace in the text of a valid message is plain text.
    const [sourceAtoms, targetAtoms] = readAtoms(source, target).map((atoms) =>
      atoms.filter((atom) => !/^[{}]$/.test(atom)),
    ) as [string[], string[]];
    for (const atom of [...sourceAtoms, ...inProject(source, patterns)]) before.add(atom);
    for (const atom of [...targetAtoms, ...inProject(target, patterns)]) after.add(atom);
  }
  return compareAtoms([...before], [...after]);
}

function compareAtoms(before: readonly string[], after: readonly string[]): Finding[] {
  if (before.length + after.length === 0) return [];
  return [
    ...surplus(before, after, asIs).map((atom) =>
      finding('unknown_syntax', `${atom} is missing from the code`, atom),
    ),
    ...surplus(after, before, asIs).map((atom) =>
      finding('unknown_syntax', `${atom} is not in the code of the source`, atom),
    ),
  ].slice(0, MAX_FINDINGS);
}

const MAX_FINDINGS = 5;

// Matches the declarations and selectors of a message with variants (Unicode LDML part 9, Matcher).
const MATCHER = /^\s*(?:\.[\s\S]*?)?\.match(?:\s+\$[\p{L}_][\p{L}\p{N}_.-]*)+(?=\s)/u;
const EXPRESSION = /\{\s*[$|:#/][^{}]*\}/g;
const HAS_DEFAULT = /(?:^|\s)\*\s*\{\{/;

const compact = (code: string): string => code.replace(/\s+/g, ' ').trim();

/**
 * Compares two messages of MessageFormat 2 with variants: their declarations, the expressions in their patterns, and
 * their default variants. Returns null if the source text is not such a message.
 */
export function compareVariants(source: string, target: string): Finding[] | null {
  const matcher = MATCHER.exec(source)?.[0];
  if (matcher === undefined) return null;
  const targetMatcher = MATCHER.exec(target)?.[0] ?? '';
  const read = (text: string, head: string): string[] => [
    ...(HAS_DEFAULT.test(text) ? ['*'] : []),
    ...new Set((text.slice(head.length).match(EXPRESSION) ?? []).map(compact)),
  ];
  const before = read(source, matcher);
  const after = read(target, targetMatcher);
  const changed =
    compact(targetMatcher) === compact(matcher) ? [] : [compact(matcher).slice(0, 200)];
  return [...changed, ...surplus(before, after, asIs), ...surplus(after, before, asIs)]
    .slice(0, MAX_FINDINGS)
    .map((code) => finding('unknown_syntax', `the code differs from the source: ${code}`, code));
}
