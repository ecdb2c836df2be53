import type { Segment, SegmentResult } from '../engine.ts';
import { polishBody } from './polish.ts';
import type { PipeOutcome } from './request-line.ts';
import { prepareBody, readAnswer } from './stream.ts';

export const MAX_SEGMENT_BYTES = 20_000;
const MAX_REPORTED_WORDS = 20;

/** Next step of a segment: it is sent to the pipeline, or answered at once. */
export type Plan =
  | { readonly segment: Segment; readonly stream: string; readonly result?: undefined }
  | { readonly segment: Segment; readonly stream?: undefined; readonly result: SegmentResult };

export function planSegment(segment: Segment): Plan {
  const { id, body } = segment;
  const refuse = (code: 'too_large' | 'engine_bad_response', detail: string): Plan => ({
    segment,
    result: { id, error: { code, detail } },
  });
  const sizeBytes = Buffer.byteLength(body);
  if (sizeBytes > MAX_SEGMENT_BYTES) {
    const detail = `the string has ${sizeBytes} bytes; the limit of Apertium is ${MAX_SEGMENT_BYTES}`;
    return refuse('too_large', detail);
  }
  const prepared = prepareBody(body);
  if ('problem' in prepared)
    return refuse(
      'engine_bad_response',
      `the string is not a valid Apertium stream: ${prepared.problem}`,
    );
  return prepared.hasLetters
    ? { segment, stream: prepared.stream }
    : { segment, result: { id, body } };
}

export function finishSegments(
  plans: readonly Plan[],
  outcomes: readonly PipeOutcome[],
  targetLocale: string,
): SegmentResult[] {
  let next = 0;
  return plans.map(({ segment: { id, body }, result }) => {
    if (result !== undefined) return result;
    const outcome = outcomes[next++];
    if (outcome === undefined)
      throw new Error('an Apertium pipeline returned fewer answers than requests');
    if ('error' in outcome) {
      const { code, message } = outcome.error;
      return { id, error: { code, detail: message } };
    }
    const { body: answer, unknownWords } = readAnswer(outcome.answer);
    const polished = polishBody(body, answer, targetLocale);
    if (unknownWords.length === 0) return { id, body: polished };
    const detail = unknownWords.slice(0, MAX_REPORTED_WORDS).join(', ');
    return { id, body: polished, warnings: [{ code: 'unknown_words', detail }] };
  });
}
