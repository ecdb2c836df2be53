import type { SegmentAnswer, SegmentPlan } from '../translate-planned.ts';
import { polishBody } from './polish.ts';
import type { PipeOutcome } from './request-line.ts';
import { prepareBody, readAnswer } from './stream.ts';

export const MAX_SEGMENT_BYTES = 20_000;
const MAX_REPORTED_WORDS = 20;

export function planBody(body: string): SegmentPlan {
  const sizeBytes = Buffer.byteLength(body);
  if (sizeBytes > MAX_SEGMENT_BYTES) {
    const detail = `the string has ${sizeBytes} bytes; the limit of Apertium is ${MAX_SEGMENT_BYTES}`;
    return { answer: { error: { code: 'too_large', detail } } };
  }
  const prepared = prepareBody(body);
  if ('problem' in prepared) {
    const detail = `the string is not a valid Apertium stream: ${prepared.problem}`;
    return { answer: { error: { code: 'engine_bad_response', detail } } };
  }
  return prepared.hasLetters ? { text: prepared.stream } : { answer: { body } };
}

export function finishBody(
  body: string,
  outcome: PipeOutcome,
  targetLocale: string,
): SegmentAnswer {
  if ('error' in outcome) {
    const { code, message: detail } = outcome.error;
    return { error: { code, detail } };
  }
  const { body: answer, unknownWords } = readAnswer(outcome.answer);
  const polished = polishBody(body, answer, targetLocale);
  if (unknownWords.length === 0) return { body: polished };
  const detail = unknownWords.slice(0, MAX_REPORTED_WORDS).join(', ');
  return { body: polished, warnings: [{ code: 'unknown_words', detail }] };
}
