import { readMf2 } from '../mf2/read-mf2.ts';
import { numbersOf } from '../plural/plural.ts';
import { verifyAloneForRuntimes, verifyForRuntimes } from '../runtimes/verify-runtimes.ts';
import { readIcu } from '../syntax/icu.ts';
import { withoutCodeHints } from '../syntax/xliff-codes.ts';
import { findCount } from '../token/sample.ts';
import { type Token, textToken } from '../token/token.ts';
import { stylesInsideIcu, stylesOf, tokenize } from '../token/tokenize.ts';
import { billableUnits } from '../token/units.ts';
import { findInvisible, nameOf } from '../words/invisible.ts';
import { endingOf, endsDiffer, languageOf } from '../words/punctuation.ts';
import { losesQuotes } from '../words/quotes.ts';
import { createTermFinder, missedTerm } from '../words/term-finder.ts';
import { UNSPACED } from '../words/unspaced.ts';
import { findWords } from '../words/words.ts';
import { compareAttributes } from './compare-attributes.ts';
import { compareChoices } from './compare-choices.ts';
import { compareCode, compareCodeOfForms, compareVariants } from './compare-code.ts';
import { compareContent } from './compare-content.ts';
import { compareLiterals } from './compare-literals.ts';
import { compareTokens, hasOnlyWords } from './compare-tokens.ts';
import { type Finding, finding, quotesMissing } from './findings.ts';
import { findLeaks } from './leaks.ts';
import { isOrdinary } from './ordinary.ts';
import { tokenizePair } from './tokenize-pair.ts';
import { type FormPair, invalidIcu, verifyIcu } from './verify-icu.ts';
import { verifyMf2 } from './verify-mf2.ts';
import type { VerifyOptions } from './verify-options.ts';

const MIN_IDENTICAL_WORDS = 4;

export function visibleText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) text += token.type === 'text' ? token.text : '\ufffc';
  return text;
}

export function checkEnds(
  { source, target }: FormPair,
  options: Pick<VerifyOptions, 'sourceLocale' | 'targetLocale'>,
): Finding[] {
  const before = endingOf(visibleText(source), options.sourceLocale).mark;
  const after = endingOf(visibleText(target), options.targetLocale).mark;
  if (!endsDiffer(before, after, options.targetLocale)) return [];
  return [finding('end_punctuation', 'the final punctuation differs from the source')];
}

function checkEdges(source: string, target: string): Finding[] {
  if (source.trim() === source && target.trim() === target) return [];
  const lead = (text: string): string => text.slice(0, text.length - text.trimStart().length);
  const trail = (text: string): string => text.slice(text.trimEnd().length);
  if (lead(source) === lead(target) && trail(source) === trail(target)) return [];
  return [finding('edge_whitespace', 'leading or trailing white space differs from the source')];
}

/** Reports each invisible character once, where it first occurs. */
function checkInvisible(source: string, target: string, locale: string): Finding[] {
  const found = findInvisible(source, target, locale);
  if (found.length === 0) return [];
  const first = new Map<string, number>();
  for (const { char, at } of found) {
    if (!first.has(char)) first.set(char, at);
  }
  return [...first].map(([char, start]) => ({
    ...finding('invisible_characters', `${nameOf(char)} is not in the source`, nameOf(char)),
    at: { start, end: start + 1, side: 'target' },
  }));
}

function checkTerms(text: string, target: string, options: VerifyOptions): Finding[] {
  const { terms = [], format } = options;
  if (terms.length === 0) return [];
  const words = findWords(target, format).text;
  const hasTerm = createTermFinder(words);
  const kept = new Map<string, boolean>();
  const isKept = (source: string): boolean => {
    const isKnownText = kept.get(source) ?? words.includes(findWords(source, format).text);
    kept.set(source, isKnownText);
    return isKnownText;
  };
  return terms.flatMap(({ start, end, target: wanted, doNotTranslate }) => {
    const source = text.slice(start, end);
    if (doNotTranslate) {
      if (isKept(source)) return [];
      return [
        finding('glossary_term', `“${source}” should not be translated`, source, {
          wanted: source,
        }),
      ];
    }
    if (wanted === undefined || hasTerm(wanted)) return [];
    return [missedTerm(source, wanted)];
  });
}

const QUOTES_BEFORE = /^["'“„‘«‹([{¿¡*_]+/u;
const PUNCTUATION_AFTER = /[\p{P}\ufffc]+$/u;
const PLAIN_WORD = /^\p{L}[\p{L}\p{M}'’-]*$/u;

/**
 * Maximum length of a run of characters that is tested as a word, in code units. Trimming a longer
 * run takes quadratic time.
 */
const LONGEST_RUN = 100;

const isPlainWord = (run: string): boolean =>
  run.length <= LONGEST_RUN &&
  PLAIN_WORD.test(run.replace(QUOTES_BEFORE, '').replace(PUNCTUATION_AFTER, ''));

/** True if a text has so many words that a correct translation must differ from it. */
function isSentence(text: string, locale: string): boolean {
  let words = 0;
  if (!UNSPACED.test(text)) {
    for (const run of text.split(/\s+/u)) if (isPlainWord(run)) words++;
    return words >= MIN_IDENTICAL_WORDS;
  }
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    if (/\p{L}/u.test(segment)) words++;
    if (words >= MIN_IDENTICAL_WORDS) return true;
  }
  return false;
}

function countBreaks(text: string): number {
  return text.match(/\r\n|[\n\r\u2028\u2029]/g)?.length ?? 0;
}

const QUOTE = /"|&(?:quot|#34);/;

/**
 * Returns the findings about words. `isByPattern` is true for messages of MessageFormat 2, whose
 * line breaks outside of the patterns are never shown.
 */
function checkText(
  source: string,
  target: string,
  pairs: readonly FormPair[],
  options: VerifyOptions,
  isByPattern = false,
): Finding[] {
  const { maxLength, sourceLocale, targetLocale } = options;
  const findings: Finding[] = [];
  const length = maxLength === undefined ? 0 : billableUnits(target);
  if (maxLength !== undefined && length > maxLength) {
    findings.push(
      finding(
        'too_long',
        `the translation has ${length} characters; the maximum is ${maxLength}`,
        undefined,
        { length, maxLength },
      ),
    );
  }
  for (const leak of findLeaks(source, target)) {
    findings.push(finding('leaked_marker', `${leak} is an artifact of a translation engine`, leak));
  }
  findings.push(...checkEdges(source, target), ...checkInvisible(source, target, targetLocale));
  const mayLoseQuotes = QUOTE.test(source);
  for (const pair of pairs) {
    if (mayLoseQuotes && losesQuotes(visibleText(pair.source), visibleText(pair.target))) {
      findings.push(quotesMissing());
    }
    findings.push(...checkEnds(pair, options));
    if (hasOnlyWords(pair.source, pair.target)) continue;
    findings.push(...compareContent(pair.source, pair.target, targetLocale));
    findings.push(...compareAttributes(pair.source, pair.target));
  }
  findings.push(...checkTerms(source, target, options));
  const isSame = target === source && languageOf(sourceLocale) !== languageOf(targetLocale);
  if (isSame && pairs.some((pair) => isSentence(visibleText(pair.source), sourceLocale))) {
    findings.push(finding('identical_to_source', 'the translation equals the source'));
  }
  const isBroken = isByPattern
    ? pairs.some(
        (pair) => countBreaks(visibleText(pair.source)) !== countBreaks(visibleText(pair.target)),
      )
    : countBreaks(source) !== countBreaks(target);
  if (isBroken) {
    findings.push(finding('line_breaks', 'the number of line breaks differs from the source'));
  }
  return findings;
}

const SYMBOL = /^:[a-z]\w{0,63}$/;

/**
 * Reports a plural form that does not show its number. The Russian category `one`, for example,
 * contains 1, 21 and 31, so its form must show the number.
 */
function checkCount(
  source: readonly Token[],
  target: readonly Token[],
  other: readonly Token[],
  { targetLocale, pluralCategory }: VerifyOptions,
): Finding[] {
  if (pluralCategory === undefined) return [];
  const isOfMany = numbersOf(targetLocale, 'cardinal', pluralCategory).filter(Number.isInteger);
  if (isOfMany.length < 2 || findCount(source) !== null || findCount(target) !== null) return [];
  const count = findCount(other);
  if (count === null) return [];
  const { source: spec } = count;
  return [finding('placeholder_missing', `${spec} is missing`, spec)];
}

/** True if the percent sign of a specifier may stand alone, as in `% s`. */
const isLostSpecifier = ({ code, value = '' }: Finding): boolean =>
  code === 'placeholder_missing' && value.startsWith('%') && value !== '%%';

function dedupe(findings: Finding[]): Finding[] {
  if (findings.length < 2) return findings;
  const seen = new Map(
    findings.map((finding) => [`${finding.code} ${finding.value ?? ''}`, finding]),
  );
  return [...seen.values()];
}

/**
 * Returns the findings for a translation by an engine or a person. Both texts are complete messages
 * as written in files.
 */
export function verifyMessage(source: string, target: string, options: VerifyOptions): Finding[] {
  const { runtimes = [], isAlone } = options;
  if (isAlone) return verifyAloneForRuntimes(target, options, readAlone);
  if (runtimes.length === 0) return verifyText(source, target, options);
  return verifyForRuntimes(source, target, { ...options, runtimes }, verifyText);
}

/** Reports a text that is not a translation if its message format is invalid. */
function readAlone(_: string, text: string, { format }: VerifyOptions): Finding[] {
  const plain = withoutCodeHints(text);
  const nodes = readMf2(plain, format) ?? readIcu(plain, format);
  return nodes instanceof Error ? [invalidIcu(nodes, 'source')] : [];
}

/**
 * True if no option can cause findings in texts that consist only of words, except findings about
 * words and about the ends of the texts.
 */
const isAboutWords = ({ otherSource, codePatterns = [] }: VerifyOptions): boolean =>
  otherSource === undefined && codePatterns.length === 0;

function verifyText(sourceText: string, targetText: string, options: VerifyOptions): Finding[] {
  const source = withoutCodeHints(sourceText);
  const target = withoutCodeHints(targetText);
  if (SYMBOL.test(source) && SYMBOL.test(target)) return [];
  if (source.trim() === '') return checkEdges(source, target);
  if (target.trim() === '') return [finding('empty', 'the translation is empty')];
  if (isAboutWords(options) && isOrdinary(source) && isOrdinary(target)) {
    const pair = { source: [textToken(source)], target: [textToken(target)] };
    return dedupe(checkText(source, target, [pair], options));
  }
  const mf2 = readMf2(source, options.format);
  const nodes = mf2 === null ? readIcu(source, options.format) : null;
  const { code } = stylesOf(options.format);
  const variants = code && nodes === null && mf2 === null ? compareVariants(source, target) : null;
  const findings: Finding[] = [];
  let pairs: readonly FormPair[];
  if (mf2 && !(mf2 instanceof Error)) {
    const compared = verifyMf2(mf2, source, target, options);
    findings.push(...compared.findings);
    pairs = compared.pairs;
  } else if (Array.isArray(nodes)) {
    const icu = verifyIcu(nodes, target, options);
    findings.push(...icu.findings);
    pairs = icu.pairs;
    if (stylesInsideIcu(options.format).code) {
      findings.push(...compareCodeOfForms(pairs, options.codePatterns));
    }
  } else if (variants) {
    findings.push(...variants);
    pairs = [];
  } else {
    const fault = mf2 ?? nodes;
    if (fault instanceof Error) findings.push(invalidIcu(fault, 'source'));
    const pair = tokenizePair(source, target, options.format);
    const { source: before, target: after } = pair;
    const isSparse = /^(?:zero|one|two)$/.test(options.pluralCategory ?? '');
    const other =
      isSparse && options.otherSource !== undefined
        ? tokenize(withoutCodeHints(options.otherSource), options.format)
        : undefined;
    const lost = hasOnlyWords(before, after)
      ? []
      : compareTokens(before, after, {
          format: options.format,
          countOptional: isSparse,
          isSparseForm: isSparse,
          otherSource: other,
        });
    findings.push(...lost);
    if (!lost.some(isLostSpecifier)) {
      findings.push(...compareLiterals(before, after, options.format, other));
    }
    if (options.format === 'java') {
      findings.push(...compareChoices(before, after, options.targetLocale));
    }
    if (code) findings.push(...compareCode(before, after, options.codePatterns));
    if (other) findings.push(...checkCount(before, after, other, options));
    pairs = [pair];
  }
  return dedupe([...findings, ...checkText(source, target, pairs, options, mf2 !== null)]);
}
