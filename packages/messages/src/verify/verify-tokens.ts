import { runSteps, type Steps } from '../token/steps.ts';
import {
  isBlock,
  type MarkedToken,
  type MessageFormat,
  type PlaceholderToken,
  type Token,
  type VoidToken,
} from '../token/token.ts';
import { stylesOf, tokenize } from '../token/tokenize.ts';
import { nameOf } from '../words/invisible.ts';
import { losesQuotes } from '../words/quotes.ts';
import { createTermFinder, missedTerm } from '../words/term-finder.ts';
import { compareContentInSteps } from './compare-content.ts';
import { type Finding, finding, quotesMissing } from './findings.ts';
import { findLeaks } from './leaks.ts';

type Single = PlaceholderToken | VoidToken;

const isSingle = (token: Token): token is Single =>
  token.type === 'placeholder' || token.type === 'void';

/**
 * Maximum length of a translation, as a multiple of the length of the source text. If a translation
 * is longer, the engine has probably added text.
 */
const MAX_GROWTH = 4;
const FREE_GROWTH = 40;
/**
 * Matches characters that each correspond to several Latin letters. A Chinese character, for
 * example, corresponds to four or five letters in German.
 */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const DENSE_LETTERS = 3;
const SPECIFIER = /%(?:\d\$)?[sd@]/g;

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'text') return token.text;
      return token.type === 'term' ? token.target : ' ';
    })
    .join('');
}

function codeFor(token: MarkedToken, kind: 'missing' | 'extra' | 'duplicated'): Finding {
  const isTag = token.type === 'void' || (token.type === 'placeholder' && token.kind === 'tag');
  if (isTag) {
    const code = kind === 'missing' ? 'tag_missing' : 'tag_extra';
    return finding(code, `${token.source} is ${kind}`, token.source);
  }
  const code =
    kind === 'missing'
      ? 'placeholder_missing'
      : kind === 'extra'
        ? 'placeholder_unknown'
        : 'placeholder_duplicated';
  return finding(code, `${token.source} is ${kind}`, token.source);
}

function checkSingles(source: readonly Token[], output: readonly Token[]): Finding[] {
  const findings: Finding[] = [];
  const wanted = new Map(source.filter(isSingle).map((token) => [token.id, token]));
  const seen = new Set<number>();
  for (const token of output) {
    if (!isSingle(token)) continue;
    if (wanted.get(token.id)?.source !== token.source) findings.push(codeFor(token, 'extra'));
    else if (seen.has(token.id)) findings.push(codeFor(token, 'duplicated'));
    else seen.add(token.id);
  }
  for (const token of wanted.values()) {
    if (!seen.has(token.id)) findings.push(codeFor(token, 'missing'));
  }
  return findings;
}

/**
 * True for a token whose position has a meaning, such as `%s` and `{}`, and for markup and
 * addresses that contain such placeholders.
 */
function isPositional(token: Token): boolean {
  if (token.type === 'text' || token.type === 'term' || token.type === 'close') return false;
  if (token.type === 'placeholder' && (token.positional || token.kind === 'tag')) return true;
  const isContainer = token.type !== 'placeholder' || token.kind === 'url' || token.kind === 'tag';
  return isContainer && /%[sd@]|\{\}/.test(token.source);
}

/** Reports a translation that changes the order of positional placeholders, because it would exchange their values. */
function checkOrder(source: readonly Token[], output: readonly Token[]): Finding[] {
  const positional = (tokens: readonly Token[]): MarkedToken[] =>
    tokens.filter((token): token is MarkedToken => isPositional(token));
  const wanted = positional(source);
  const got = positional(output);
  const moved = got.findIndex((token, index) => wanted[index]?.id !== token.id);
  if (moved < 0 || got.length !== wanted.length) return checkBlocks(source, output);
  const { source: spec } = got[moved]!;
  return [finding('placeholder_order', `the order of ${spec} differs from the source`, spec)];
}

/**
 * Reports a placeholder or tag that has moved out of its block, such as the text of a condition.
 * Its value may not exist outside the block.
 */
function checkBlocks(source: readonly Token[], output: readonly Token[]): Finding[] {
  if (!source.some(isBlock)) return [];
  const read = (tokens: readonly Token[]): ReadonlyMap<string, number> => {
    let block = 0;
    const blocks = new Map<string, number>();
    for (const token of tokens) {
      if (token.type === 'text' || token.type === 'term') continue;
      blocks.set(`${token.type} ${token.id}`, block);
      if (isBlock(token)) block++;
    }
    return blocks;
  };
  const wanted = read(source);
  const got = read(output);
  const moved = output.find((token) => {
    if (token.type === 'text' || token.type === 'term') return false;
    const key = `${token.type} ${token.id}`;
    return wanted.get(key) !== got.get(key);
  });
  if (!moved) return [];
  return [
    finding(
      'placeholder_order',
      `${moved.source} is in another block than in the source`,
      moved.source,
    ),
  ];
}

interface Nesting {
  readonly parents: ReadonlyMap<number, number | null>;
  readonly unbalanced: MarkedToken | null;
  readonly repeated: MarkedToken | null;
}

function nestingOf(tokens: readonly Token[]): Nesting {
  const parents = new Map<number, number | null>();
  const stack: number[] = [];
  let unbalanced: MarkedToken | null = null;
  let repeated: MarkedToken | null = null;
  const open = new Map<number, MarkedToken>();
  for (const token of tokens) {
    if (token.type === 'open') {
      if (parents.has(token.id)) repeated ??= token;
      parents.set(token.id, stack.at(-1) ?? null);
      stack.push(token.id);
      open.set(token.id, token);
    } else if (token.type === 'void') parents.set(token.id, stack.at(-1) ?? null);
    else if (token.type === 'close') {
      if (stack.at(-1) === token.id) stack.pop();
      else unbalanced ??= token;
    }
  }
  const left = stack.at(-1);
  if (left !== undefined) unbalanced ??= open.get(left)!;
  return { parents, unbalanced, repeated };
}

function checkPairs(source: readonly Token[], output: readonly Token[]): Finding[] {
  const findings: Finding[] = [];
  const wanted = nestingOf(source);
  const got = nestingOf(output);
  const sources = new Map<number, string>();
  for (const token of source) {
    if (token.type !== 'open') continue;
    sources.set(token.id, token.source);
    if (got.parents.has(token.id)) continue;
    findings.push(finding('tag_missing', `${token.source} is missing`, token.source));
  }
  for (const token of output) {
    if (token.type !== 'open' || sources.get(token.id) === token.source) continue;
    findings.push(finding('tag_extra', `${token.source} is not in the source`, token.source));
  }
  if (got.repeated) {
    const { source: tag } = got.repeated;
    findings.push(finding('tag_extra', `${tag} occurs twice`, tag));
  }
  if (got.unbalanced) {
    const { source: tag } = got.unbalanced;
    findings.push(finding('tag_unbalanced', `${tag} has no matching tag`, tag));
  } else if (findings.length === 0) {
    for (const token of source) {
      const isElement = token.type === 'open' || token.type === 'void';
      if (!isElement || !got.parents.has(token.id)) continue;
      if (got.parents.get(token.id) === wanted.parents.get(token.id)) continue;
      const tag = token.source;
      findings.push(
        finding('tag_unbalanced', `the nesting of ${tag} differs from the source`, tag),
      );
    }
  }
  return findings;
}

function checkTerms(source: readonly Token[], output: readonly Token[], text: string): Finding[] {
  if (!source.some(({ type }) => type === 'term')) return [];
  const seen = new Set(output.filter((token) => token.type === 'term').map((token) => token.id));
  const hasTerm = createTermFinder(text);
  return source.flatMap((token) => {
    if (token.type !== 'term' || seen.has(token.id) || hasTerm(token.target)) return [];
    return [missedTerm(token.text, token.target)];
  });
}

// Matches fragments of placeholders and tags, such as `name}`, `<b` or `href="x">`.
const FRAGMENTS = /[{}]|<[A-Za-z/!]/g;
const ATTRIBUTE_FRAGMENTS = /[\w-]{1,20}\s?=\s?["“][^"”<>]{0,80}["”]\s?\/?>/g;

function findFragments(before: string, after: string): string[] {
  const found = new Set(after.match(FRAGMENTS));
  if (after.includes('='))
    for (const part of after.match(ATTRIBUTE_FRAGMENTS) ?? []) found.add(part);
  return [...found].filter((part) => !before.includes(part));
}

/**
 * Returns placeholders and addresses that an engine added or changed. Braces in a message of the
 * format `plain` are ordinary characters.
 */
function findInvented(before: string, after: string, format: MessageFormat): Set<string> {
  const invented = new Set<string>();
  if (!/[{%$@]|:\/\/|www\./i.test(after)) return invented;
  for (const token of tokenize(after, format)) {
    if (token.type !== 'placeholder') continue;
    const isAddress = token.kind === 'url' || token.kind === 'email';
    if (isAddress || /^[{%$]/.test(token.source)) invented.add(token.source);
  }
  if (stylesOf(format).printf !== 'no')
    for (const spec of after.match(SPECIFIER) ?? []) invented.add(spec);
  for (const spec of invented) if (before.includes(spec)) invented.delete(spec);
  return invented;
}

const lettersIn = (text: string): number =>
  text.length + (text.match(DENSE)?.length ?? 0) * (DENSE_LETTERS - 1);

/** Checks the words of a segment: `before` in the source text, and `after` in the translation. */
function checkWords(
  source: readonly Token[],
  output: readonly Token[],
  before: string,
  after: string,
  format: MessageFormat,
): Finding[] {
  if (/\p{L}/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) {
    return [finding('empty', 'the translation contains no words')];
  }
  const leaks = findLeaks(before, after);
  if (leaks.length === 0) leaks.push(...findFragments(before, after));
  const findings = leaks.map((leak) =>
    finding('leaked_marker', `${leak} is an artifact of the translation engine`, leak),
  );
  for (const spec of findInvented(before, after, format)) {
    findings.push(finding('placeholder_unknown', `${spec} is not in the source`, spec));
  }
  if (after.length > lettersIn(before) * MAX_GROWTH + FREE_GROWTH) {
    findings.push(
      finding(
        'too_long',
        `the translation has ${after.length} characters for ${before.length} characters of source text`,
      ),
    );
  }
  const breaks = (text: string): number => text.match(/\r\n|[\n\r\u2028\u2029]/g)?.length ?? 0;
  if (breaks(before) !== breaks(after)) {
    findings.push(finding('line_breaks', 'the number of line breaks differs from the source'));
  }
  if (losesQuotes(before, after)) findings.push(quotesMissing());
  return [...findings, ...checkTerms(source, output, after)];
}

// Matches control characters except tabs and line breaks (Unicode general category Cc), and
// unpaired surrogates.
const UNWRITTEN = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** Reports a character that people do not type and that a database may reject. */
function findUnwritten(before: string, after: string): Finding | null {
  const char = UNWRITTEN.exec(after)?.[0];
  if (char === undefined || before.includes(char)) return null;
  const name = nameOf(char);
  return finding('leaked_marker', `${name} is an artifact of the translation engine`, name);
}

const isText = ({ type }: Token): boolean => type === 'text';

/**
 * Reports placeholders, tags and terms that are missing, repeated, moved or added in the answer.
 */
function* checkMarks(source: readonly Token[], output: readonly Token[]): Steps<Finding[]> {
  const findings: Finding[] = [];
  for (const check of [checkSingles, checkOrder, checkPairs]) {
    findings.push(...check(source, output));
    yield;
  }
  return findings;
}

export function verifyTokens(
  source: readonly Token[],
  output: readonly Token[],
  format: MessageFormat,
  targetLocale: string,
): Finding[] {
  return runSteps(verifyTokensInSteps(source, output, format, targetLocale));
}

/** Does the work of {@link verifyTokens} in steps of a few milliseconds each. */
export function* verifyTokensInSteps(
  source: readonly Token[],
  output: readonly Token[],
  format: MessageFormat,
  targetLocale: string,
): Steps<Finding[]> {
  const before = textOf(source);
  const after = textOf(output);
  const unwritten = findUnwritten(before, after);
  if (unwritten) return [unwritten];
  yield;
  const findings: Finding[] = [];
  if (!source.every(isText) || !output.every(isText)) {
    findings.push(...(yield* checkMarks(source, output)));
    findings.push(...(yield* compareContentInSteps(source, output, targetLocale)));
    yield;
  }
  return [...findings, ...checkWords(source, output, before, after, format)];
}
