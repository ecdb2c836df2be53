import { createPace } from '../../lib/pace.ts';
import { checkMessage } from './check-answer.ts';
import {
  isDeferrable,
  isFailure,
  isTranslated,
  type PhraseOptions,
  type PhraseResult,
} from './phrase.ts';
import { type OpenString, type PrepareOptions, prepareStrings } from './prepare-strings.ts';
import type { SourceString, StringResult, StringWarning } from './source-string.ts';
import { errorOf, retryAfterOf } from './string-error.ts';
import { translatePhrases } from './translate-phrases.ts';

export type TranslateOptions = PhraseOptions & PrepareOptions;

/** Phrases of one batch. Its synchronous steps then take a few milliseconds. One string may have as many. */
const PHRASES_AT_ONCE = 20_000;
/** Warnings about one string; more would not help a reader. */
const MAX_WARNINGS = 20;

/**
 * Translates strings into one locale: from memory, or by the engines in their order. Only what has
 * every placeholder, tag and plural category comes back as translated; the rest says why not.
 *
 * Rejects with the signal's reason once that has aborted.
 */
export async function translateStrings(
  strings: readonly SourceString[],
  options: TranslateOptions,
): Promise<StringResult[]> {
  const { sameAs, known, open } = await prepareStrings(strings, options);
  const results = new Map(known);
  const pace = createPace(options.signal);
  for (const group of groupsOf(open)) {
    const phrases = group.flatMap(({ phrases }) => phrases);
    const translated = await translatePhrases(phrases, options);
    let next = 0;
    for (const string of group) {
      const own = translated.slice(next, next + string.phrases.length);
      next += own.length;
      await pace();
      results.set(string.index, await assemble(string, own, options));
      await pace();
    }
  }
  return sameAs.map((first) => results.get(first)!);
}

/** Strings that are translated together: all of them, unless their phrases are very many. */
function* groupsOf(strings: readonly OpenString[]): Generator<readonly OpenString[], void> {
  let group: OpenString[] = [];
  let phrases = 0;
  for (const string of strings) {
    group.push(string);
    phrases += string.phrases.length;
    if (phrases < PHRASES_AT_ONCE) continue;
    yield group;
    group = [];
    phrases = 0;
  }
  if (group.length > 0) yield group;
}

async function assemble(
  { string, terms, parts: { analysis, leaves, fault } }: OpenString,
  translated: readonly PhraseResult[],
  options: TranslateOptions,
): Promise<StringResult> {
  if (fault !== null) return { status: 'failed', error: fault };
  const failures = translated.filter(isFailure);
  if (failures.length > 0) {
    const final = failures.find((failure) => !isDeferrable(failure));
    const error = errorOf(final ?? failures[0]!);
    if (final) return { status: 'failed', error };
    const status = options.isDeferring ? 'deferred' : 'failed';
    return { status, error, retryAfterMs: retryAfterOf(failures) };
  }
  const done = translated.filter(isTranslated);
  let next = 0;
  const text = analysis.assemble(
    leaves.map((leaf) => ('known' in leaf ? leaf.known : done[next++]!.tokens)),
  );
  const engine = done.find(({ isFresh }) => isFresh)?.engine ?? done[0]?.engine ?? null;
  const { problem, warnings } = await checkMessage(string, text, terms, options);
  if (problem !== null) {
    const message = `${engine ?? 'The glossary'} returned an unusable translation: ${problem.problem}`;
    const params = { ...(engine !== null && { engine }), findings: problem.findings };
    return { status: 'failed', error: { code: 'content_broken', message, params } };
  }
  return {
    status: 'translated',
    text,
    engine,
    isFresh: done.some(({ isFresh }) => isFresh),
    warnings: distinct([...done.flatMap((result) => result.warnings), ...warnings]),
  };
}

/** Of warnings that say the same, the last one: that of the whole message, which has a place in it. */
function distinct(warnings: StringWarning[]): StringWarning[] {
  if (warnings.length < 2) return warnings;
  const byContent = new Map(warnings.map((one) => [`${one.code} ${one.message}`, one]));
  return [...byContent.values()].slice(0, MAX_WARNINGS);
}
