import type { TranslationWarning } from '@parlance/contracts';
import { partsOf } from '../../../lib/parts-of.ts';
import { createYieldToLoop, runYielding, type YieldToLoop } from '../../../lib/yield-to-loop.ts';
import { isShort, type JobString, type StringResult } from '../strings.ts';
import { checkMessage } from './check.ts';
import { type PreparedString, type PrepareOptions, prepareStrings } from './prepare.ts';
import type { Segment, SegmentFailure, SegmentTranslation } from './segment.ts';
import { errorOf, isPassing, retryAfterOf } from './string-error.ts';

/** Translates the segments of strings, or estimates the cost of their translation. */
export interface Answerer {
  /** True for an estimate. Segments are then marked as translated, but have no texts. */
  readonly isEstimate: boolean;
  answer(segments: readonly Segment[]): Promise<void>;
}

/**
 * Maximum number of segments in one batch, because some steps block the event loop for a whole
 * batch.
 */
const SEGMENTS_AT_ONCE = 20_000;
const MAX_WARNINGS = 20;

/**
 * Translates strings into one locale. A result with missing placeholders, tags or plural categories
 * becomes an error. Rejects with the signal's reason if the signal aborts.
 */
export async function runPipeline(
  strings: readonly JobString[],
  session: PrepareOptions,
  answerer: Answerer,
): Promise<StringResult[]> {
  const { sameAs, known, open } = await prepareStrings(strings, session);
  const results = new Map(known);
  const yieldToLoop = createYieldToLoop(session.signal);
  for (const group of partsOf(open, { maxLength: SEGMENTS_AT_ONCE }, lengthOf)) {
    await answerer.answer(group.flatMap(segmentsOf));
    for (const string of group) {
      await yieldToLoop();
      results.set(string.index, await resultOf(string, session, answerer.isEstimate, yieldToLoop));
      await yieldToLoop();
    }
  }
  return sameAs.map((first) => results.get(first)!);
}

const lengthOf = ({ segments }: PreparedString): number => segments.length;

const segmentsOf = ({ segments }: PreparedString): Segment[] =>
  segments.filter((segment) => segment !== null);

async function resultOf(
  string: PreparedString,
  session: PrepareOptions,
  isEstimate: boolean,
  yieldToLoop: YieldToLoop,
): Promise<StringResult> {
  const segments = segmentsOf(string);
  const failures = segments.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0) return failed(failures);
  const done = segments.map(({ outcome }) => outcome as SegmentTranslation);
  const engine = done.find(({ isFresh }) => isFresh)?.engine ?? done[0]?.engine ?? null;
  const { text, problem, warnings } = isEstimate
    ? UNCHECKED
    : await checkMessage(string.string, await assemble(string, yieldToLoop), string.terms, session);
  if (problem !== null) return { status: 'failed', error: errorOf({ ...problem, engine }) };
  const isFresh = done.some((outcome) => outcome.isFresh);
  const all = distinct([...done.flatMap((outcome) => outcome.warnings), ...warnings]);
  const settingsHash =
    engine === null || isEstimate ? null : (session.settingsHashFor?.(engine) ?? null);
  const result = { status: 'translated', text, engine, isFresh, warnings: all } as const;
  return settingsHash === null ? result : { ...result, settingsHash };
}

const UNCHECKED = { text: '', problem: null, warnings: [] };

function assemble(
  { string, analysis, segments }: PreparedString,
  yieldToLoop: YieldToLoop,
): string | Promise<string> {
  const outputs = segments.map((segment, index) =>
    segment ? (segment.outcome as SegmentTranslation).tokens : analysis.leaves[index]!.tokens,
  );
  return isShort(string)
    ? analysis.assemble(outputs)
    : runYielding(analysis.assembleInSteps(outputs), yieldToLoop);
}

function failed(failures: readonly SegmentFailure[]): StringResult {
  const final = failures.find((failure) => !isPassing(failure));
  const error = errorOf(final ?? failures[0]!);
  if (final) return { status: 'failed', error };
  return { status: 'failed', error, retryAfterMs: retryAfterOf(failures) };
}

/**
 * Removes duplicate warnings, and limits the number of warnings. Keeps the last of several duplicates, because only
 * its position refers to the whole message.
 */
function distinct(warnings: TranslationWarning[]): TranslationWarning[] {
  if (warnings.length < 2) return warnings;
  const byContent = new Map(
    warnings.map((warning) => [`${warning.code} ${warning.message}`, warning]),
  );
  return [...byContent.values()].slice(0, MAX_WARNINGS);
}
