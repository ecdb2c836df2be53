import {
  EngineError,
  failedSegment,
  type Segment,
  type SegmentResult,
  type TranslateCall,
} from '../engine.ts';
import {
  acceptTranslation,
  asObject,
  escapeStrayXml,
  readTranslations,
} from '../http/http-answer.ts';
import { type DeeplLanguages, toDeeplSource, toDeeplTarget, toGlossaryCode } from './locales.ts';

export const LABEL = 'DeepL';
const MAX_BODY_BYTES = 128 * 1024;
const MAX_CONTEXT_LENGTH = 4_000;
const MAX_QUOTED_SOURCE_LENGTH = 80;

export interface PairCodes {
  readonly source: string;
  readonly target: string;
}

/** Returns DeepL's codes for a language pair, or the reason why the pair is not supported. */
export function pairCodes(
  pair: { sourceLocale: string; targetLocale: string },
  languages: DeeplLanguages,
): PairCodes | string {
  const source = toDeeplSource(pair.sourceLocale, languages);
  if (source === null) return `${LABEL} does not translate from ${pair.sourceLocale}`;
  const target = toDeeplTarget(pair.targetLocale, languages);
  if (target === null) return `${LABEL} does not translate into ${pair.targetLocale}`;
  if (toGlossaryCode(source) === toGlossaryCode(target))
    return `${LABEL} does not translate between variants of one language`;
  return { source, target };
}

const FORMALITY = { formal: 'prefer_more', informal: 'prefer_less' } as const;

/** Returns the request body. Leaves out the context if it would exceed the size limit. */
export function buildBody(call: TranslateCall, codes: PairCodes, glossaryId: string | undefined) {
  const body = {
    text: call.segments.map((segment) => segment.body),
    source_lang: codes.source,
    target_lang: codes.target,
    tag_handling: 'xml',
    // Sets the version explicitly, because its default depends on the age of the account ("Tag
    // handling v2").
    tag_handling_version: 'v2',
    ignore_tags: ['x'],
    non_splitting_tags: ['g', 't', 'x'],
    outline_detection: false,
    split_sentences: '0',
    preserve_formatting: true,
    ...(call.formality === undefined ? {} : { formality: FORMALITY[call.formality] }),
    ...(glossaryId === undefined ? {} : { glossary_id: glossaryId }),
  };
  const context = describeContext(call);
  const full = context === '' ? body : { ...body, context };
  if (Buffer.byteLength(JSON.stringify(full)) <= MAX_BODY_BYTES) return full;
  if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BODY_BYTES) return body;
  throw new EngineError(
    'too_large',
    `${LABEL} accepts at most ${MAX_BODY_BYTES} bytes per request`,
  );
}

/**
 * Returns the context of a request. If the request has several texts, the context names the text to which each
 * description belongs. Leaves out descriptions that do not fit into the maximum length.
 */
function describeContext(call: TranslateCall): string {
  const isAlone = call.segments.length === 1;
  const lines = new Set<string>();
  for (const { body, context } of call.segments) {
    if (context?.description !== undefined)
      lines.add(isAlone ? context.description : `“${quoteSource(body)}”: ${context.description}`);
  }
  let text = '';
  for (const line of lines) {
    const clean = line.replace(/\s+/g, ' ').trim();
    if (clean === '' || text.length + clean.length >= MAX_CONTEXT_LENGTH) continue;
    text += text === '' ? clean : `\n${clean}`;
  }
  return text.toWellFormed();
}

function quoteSource(body: string): string {
  const text = body
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, MAX_QUOTED_SOURCE_LENGTH);
}

/**
 * Matches characters that an XML document cannot contain, neither directly nor as references (XML
 * 1.0 §2.2).
 */
export const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

export const rejectedSegment = (segment: Segment): SegmentResult =>
  failedSegment(segment, `${LABEL} does not accept control characters`);

export function readResults(body: unknown, segments: readonly Segment[]): SegmentResult[] {
  const list = readTranslations(LABEL, asObject(body)?.translations, segments.length);
  return segments.map((segment, index) => {
    const accepted = acceptTranslation(asObject(list[index])?.text, segment.body);
    if (accepted !== null) return { id: segment.id, body: escapeStrayXml(accepted) };
    return failedSegment(segment, `${LABEL} did not return a usable translation`);
  });
}
