import type { SegmentAnswer, SegmentPlan } from '../../translate-planned.ts';
import { prepareMarkup } from './markup.ts';

/**
 * Maximum length of a text in code units. A longer text would block its child process for a minute.
 */
export const MAX_SEGMENT_LENGTH = 20_000;

/** Prepares a body for the WebAssembly module, which aborts at unexpected input. */
export function prepareSegment(body: string, isHtml: boolean): SegmentPlan {
  if (body.length > MAX_SEGMENT_LENGTH) {
    const detail = `the string has ${body.length} characters; the limit of Bergamot is ${MAX_SEGMENT_LENGTH}`;
    return { answer: { error: { code: 'too_large', detail } } };
  }
  const text = body.trim();
  if (text === '') return { answer: { body } };
  // Replaces unpaired surrogates, because the UTF-8 encoder of the glue code misreads them.
  const wellFormed = text.toWellFormed();
  const prepared = isHtml ? prepareMarkup(wellFormed) : preparePlain(wellFormed);
  if (prepared.problem === null) return { text: prepared.text };
  return { answer: { error: { code: 'engine_bad_response', detail: prepared.problem } } };
}

function preparePlain(text: string): ReturnType<typeof prepareMarkup> {
  if (text.includes('\0')) return { text: null, problem: 'the string contains U+0000' };
  return { text, problem: null };
}

/**
 * Returns the translation of a segment, with the same leading and trailing white space as the
 * source text.
 */
export function finishSegment(
  body: string,
  isHtml: boolean,
  translated: string | null,
): SegmentAnswer {
  if (translated === null) return refuse('the model cannot translate this string');
  const text = translated.trim();
  if (isBlank(text, isHtml) && !isBlank(body, isHtml)) {
    return refuse('the model returned an empty translation');
  }
  const start = body.slice(0, body.length - body.trimStart().length);
  const end = body.slice(body.trimEnd().length);
  return { body: start + text + end };
}

function isBlank(text: string, isHtml: boolean): boolean {
  return (isHtml ? text.replace(/<[^<>]*>/g, '') : text).trim() === '';
}

function refuse(detail: string): SegmentAnswer {
  return { error: { code: 'engine_bad_response', detail } };
}
