import { EngineError } from '../engine.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { messageOf } from '../http/said.ts';
import {
  beyondContext,
  outOfQuota,
  outOfTokens,
  refused,
  saysOutOfCredit,
  unknownModel,
} from '../model/model-errors.ts';

export const LABEL = 'The language model';
const LOADING_WAIT_MS = 5_000;

/**
 * Returns the error for an unsuccessful response. Servers with the chat completions API describe
 * errors as `{ error: { message, type, code } }`, as `{ error: "…" }`, or in members at the top
 * level.
 */
export function explainModelError({
  status,
  body,
  retryAfterMs,
}: HttpAnswer): EngineError | undefined {
  const outer = asObject(body);
  const error = asObject(outer?.error) ?? outer;
  const kind = `${asText(error?.code)} ${asText(error?.type)}`;
  const said = messageOf(body);
  if (/insufficient_quota|billing|credit/i.test(kind)) return outOfQuota(LABEL);
  if (status >= 400 && status < 500 && saysOutOfCredit(said)) return outOfQuota(LABEL);
  if (/content_filter|content_policy/i.test(kind)) return refused(LABEL);
  if (
    /context_length|exceed_context_size/i.test(kind) ||
    /context (?:length|size|window)|maximum context|too many tokens|reduce the length/i.test(said)
  )
    return beyondContext(LABEL);
  if (status === 503 && /loading model/i.test(said)) {
    return new EngineError('engine_model_loading', `${LABEL} is still loading`, {
      retryable: true,
      retryAfterMs: retryAfterMs ?? LOADING_WAIT_MS,
    });
  }
  if (status === 404 && /model/i.test(said)) return unknownModel(LABEL);
  return undefined;
}

/** Returns the text of a completion. Throws an error if the completion did not end normally. */
export function readCompletion(body: unknown): string {
  const completion = asObject(body);
  if (completion?.error !== undefined && completion.error !== null) {
    throw explainModelError({ status: 200, body }) ?? badResponse(`${LABEL} returned an error`);
  }
  const choices: unknown = completion?.choices;
  const choice = asObject(Array.isArray(choices) ? choices[0] : undefined);
  const message = asObject(choice?.message);
  if (choice === undefined || message === undefined)
    throw badResponse(`${LABEL} did not return a completion`);
  if (choice.finish_reason === 'content_filter' || asText(message.refusal) !== '')
    throw refused(LABEL);
  if (choice.finish_reason === 'length') throw outOfTokens(LABEL);
  const { content } = message;
  const text = Array.isArray(content)
    ? content.map((part: unknown) => asText(asObject(part)?.text)).join('')
    : asText(content);
  if (text.trim() === '') throw badResponse(`${LABEL} returned an empty completion`);
  return text;
}

/**
 * Joins the parts of a streamed completion. Some servers stream although the request did not ask
 * for it.
 */
export function readEventStream(text: string): unknown {
  let content = '';
  let finishReason: unknown = null;
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
  if (lines.length === 0) return undefined;
  for (const line of lines) {
    const data = line.slice('data:'.length).trim();
    if (data === '[DONE]') break;
    const event = parseObject(data);
    if (event?.error) return event;
    const choice = asObject(Array.isArray(event?.choices) ? event.choices[0] : undefined);
    content += asText((asObject(choice?.delta) ?? asObject(choice?.message))?.content);
    finishReason = choice?.finish_reason ?? finishReason;
  }
  return { choices: [{ message: { content }, finish_reason: finishReason }] };
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(JSON.parse(json));
  } catch {
    return undefined;
  }
}
