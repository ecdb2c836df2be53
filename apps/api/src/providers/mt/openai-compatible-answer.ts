import { EngineError } from './engine.ts';
import type { HttpAnswer } from './http.ts';
import { asObject, asText, badResponse } from './http-answer.ts';

export const LABEL = 'The language model';
const LOADING_WAIT_MS = 5_000;

/** The model, or a filter ahead of it, will not translate something in the request. */
export class RefusedError extends EngineError {}

/**
 * Servers that speak the chat completions API agree on little about errors: `{ error: { message,
 * type, code } }`, `{ error: "…" }`, or those fields bare.
 */
export function explainModelError({
  status,
  body,
  retryAfterMs,
}: HttpAnswer): EngineError | undefined {
  const outer = asObject(body);
  const error = asObject(outer?.error) ?? outer;
  const kind = `${asText(error?.code)} ${asText(error?.type)}`;
  const said = asText(error?.message) || asText(outer?.error);
  if (/insufficient_quota|billing|credit/i.test(kind))
    return new EngineError('engine_quota', `${LABEL}: the quota of the account is exhausted`);
  if (/content_filter|content_policy/i.test(kind)) return refused();
  if (
    /context_length|exceed_context_size/i.test(kind) ||
    /context (?:length|size|window)|maximum context|too many tokens|reduce the length/i.test(said)
  )
    return new EngineError('too_large', `${LABEL}: the request exceeds the context of the model`);
  // llama.cpp answers 503 until the weights are in memory.
  if (status === 503 && /loading model/i.test(said)) {
    return new EngineError('engine_model_loading', `${LABEL} is still loading`, {
      retryable: true,
      retryAfterMs: retryAfterMs ?? LOADING_WAIT_MS,
    });
  }
  if (status === 404 && /model/i.test(said))
    return new EngineError('engine_unavailable', `${LABEL}: the server does not have this model`);
  return undefined;
}

function refused(): RefusedError {
  return new RefusedError('engine_bad_response', `${LABEL} refused to translate this string`);
}

/** The text of a completion. Throws what its other endings mean. */
export function readCompletion(body: unknown): string {
  const completion = asObject(body);
  if (completion?.error !== undefined && completion.error !== null) {
    // Some servers report a failure inside a 200.
    throw explainModelError({ status: 200, body }) ?? badResponse(`${LABEL} returned an error`);
  }
  const choices: unknown = completion?.choices;
  const choice = asObject(Array.isArray(choices) ? choices[0] : undefined);
  const message = asObject(choice?.message);
  if (choice === undefined || message === undefined)
    throw badResponse(`${LABEL} did not return a completion`);
  if (choice.finish_reason === 'content_filter' || asText(message.refusal) !== '') throw refused();
  if (choice.finish_reason === 'length')
    throw new EngineError('too_large', `${LABEL} ran out of tokens`);
  const { content } = message;
  const text = Array.isArray(content)
    ? content.map((part: unknown) => asText(asObject(part)?.text)).join('')
    : asText(content);
  if (text.trim() === '') throw badResponse(`${LABEL} returned an empty completion`);
  return text;
}

/**
 * The translations of a completion by id, or null where it holds no such JSON. An id that comes
 * twice with different texts is left out: one of the two is another item's.
 */
export function parseTranslations(completion: string): ReadonlyMap<string, unknown> | null {
  const whole = readItems(completion);
  if (whole !== null && whole.size > 0) return whole;
  // Reasoning models think aloud first.
  const thoughtEnd = completion.lastIndexOf('</think>');
  const text = thoughtEnd < 0 ? completion : completion.slice(thoughtEnd + '</think>'.length);
  let empty: ReadonlyMap<string, unknown> | null = null;
  for (const candidate of listJsonCandidates(text)) {
    const items = readItems(candidate);
    // A bracket of the prose, such as [1], is JSON too.
    if (items !== null && items.size > 0) return items;
    empty ??= items;
  }
  return empty;
}

function readItems(json: string): ReadonlyMap<string, unknown> | null {
  // Parsing what cannot be an object or an array costs an error with its stack.
  if (!/^\s*[[{]/.test(json)) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null;
  }
  const rows: unknown = Array.isArray(parsed) ? parsed : asObject(parsed)?.items;
  if (!Array.isArray(rows)) return null;
  const items = new Map<string, unknown>();
  const doubled = new Set<string>();
  for (const row of rows.map(asObject)) {
    if (typeof row?.id !== 'string' && typeof row?.id !== 'number') continue;
    const id = String(row.id);
    if (items.has(id) && items.get(id) !== row.text) doubled.add(id);
    items.set(id, row.text);
  }
  for (const id of doubled) items.delete(id);
  return items;
}

/** Candidates for the JSON: all of it, the content of fences, or each outermost bracket that closes. */
function* listJsonCandidates(text: string): Generator<string> {
  yield text.trim();
  // Every other piece between fences is inside.
  const pieces = text.split('```');
  for (let index = 1; index < pieces.length; index += 2)
    yield (pieces[index] ?? '').replace(/^[a-z]*\s/i, '');
  const bracket = /[[{]/g;
  for (let start = bracket.exec(text); start !== null; start = bracket.exec(text)) {
    const end = findClosing(text, start.index);
    if (end < 0) return;
    yield text.slice(start.index, end);
    bracket.lastIndex = end;
  }
}

/** The end of the bracket at `start`, mindful of strings (RFC 8259 §7), or -1. */
function findClosing(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isString) {
      if (character === '\\') at++;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
