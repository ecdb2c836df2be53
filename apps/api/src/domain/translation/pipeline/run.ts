import { createPace } from '../../../lib/pace.ts';
import type { JobString, StringResult, StringWarning } from '../strings.ts';
import { type PreparedString, type PrepareOptions, prepareStrings } from './prepare.ts';
import type { AnswerProblem, Segment, SegmentFailure, SegmentTranslation } from './segment.ts';
import { errorOf, isPassing, retryAfterOf } from './string-error.ts';

/** Translates segments and puts messages together from them, or estimates that. */
export interface Answerer {
  /** Sets the outcome of every segment. */
  answer(segments: readonly Segment[]): Promise<void>;
  /** Puts a message together whose segments are all translated. */
  build(string: PreparedString): BuiltMessage | Promise<BuiltMessage>;
}

export interface BuiltMessage {
  readonly text: string;
  readonly problem: AnswerProblem | null;
  readonly warnings: readonly StringWarning[];
}

/** Segments of one batch. Its synchronous steps then take a few milliseconds. One string may have as many. */
const SEGMENTS_AT_ONCE = 20_000;
/** Warnings about one string; more would not help a reader. */
const MAX_WARNINGS = 20;

/**
 * Translates strings into one locale: from the memory, or by the answerer. A string is translated only with every
 * placeholder, tag and plural category; otherwise its result says why not, and
 * when its engine could be asked again. Rejects with the signal's reason once the signal has aborted.
 */
export async function runPipeline(
  strings: readonly JobString[],
  session: PrepareOptions,
  answerer: Answerer,
): Promise<StringResult[]> {
  const { sameAs, known, open } = await prepareStrings(strings, session);
  const results = new Map(known);
  const pace = createPace(session.signal);
  for (const group of groupsOf(open)) {
    await answerer.answer(group.flatMap(segmentsOf));
    for (const string of group) {
      await pace();
      results.set(string.index, await resultOf(string, answerer));
      await pace();
    }
  }
  return sameAs.map((first) => results.get(first)!);
}

const segmentsOf = ({ segments }: PreparedString): Segment[] =>
  segments.filter((segment) => segment !== null);

/** Strings that are translated together: all of them, unless their segments are very many. */
function* groupsOf(strings: readonly PreparedString[]): Generator<PreparedString[], void> {
  let group: PreparedString[] = [];
  let segments = 0;
  for (const string of strings) {
    group.push(string);
    segments += string.segments.length;
    if (segments < SEGMENTS_AT_ONCE) continue;
    yield group;
    group = [];
    segments = 0;
  }
  if (group.length > 0) yield group;
}

async function resultOf(string: PreparedString, answerer: Answerer): Promise<StringResult> {
  if (string.fault !== null) return { status: 'failed', error: string.fault };
  const segments = segmentsOf(string);
  const failures = segments.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0) return failed(failures);
  const done = segments.map(({ outcome }) => outcome as SegmentTranslation);
  const engine = done.find(({ isFresh }) => isFresh)?.engine ?? done[0]?.engine ?? null;
  const { text, problem, warnings } = await answerer.build(string);
  if (problem !== null) {
    const message = `${engine ?? 'The glossary'} returned an unusable translation: ${problem.problem}`;
    const params = { ...(engine !== null && { engine }), findings: problem.findings };
    return { status: 'failed', error: { code: 'content_broken', message, params } };
  }
  const isFresh = done.some((outcome) => outcome.isFresh);
  const all = distinct([...done.flatMap((outcome) => outcome.warnings), ...warnings]);
  return { status: 'translated', text, engine, isFresh, warnings: all };
}

function failed(failures: readonly SegmentFailure[]): StringResult {
  const final = failures.find((failure) => !isPassing(failure));
  const error = errorOf(final ?? failures[0]!);
  if (final) return { status: 'failed', error };
  return { status: 'failed', error, retryAfterMs: retryAfterOf(failures) };
}

/** Removes repeated warnings. Keeps the last of each, which is the one with a place in the whole message. */
function distinct(warnings: StringWarning[]): StringWarning[] {
  if (warnings.length < 2) return warnings;
  const byContent = new Map(warnings.map((one) => [`${one.code} ${one.message}`, one]));
  return [...byContent.values()].slice(0, MAX_WARNINGS);
}
