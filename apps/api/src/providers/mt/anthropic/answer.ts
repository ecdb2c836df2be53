import { EngineError } from '../engine.ts';
import type { HttpAnswer } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import {
  beyondContext,
  outOfQuota,
  outOfTokens,
  refused,
  saysOutOfCredit,
  unknownModel,
} from '../model/model-errors.ts';

export const LABEL = 'Claude';

/**
 * Returns the error for an unsuccessful response. The API reports an exhausted credit and a spend
 * limit as `billing_error`, or as an invalid request (platform.claude.com, "Errors").
 */
export function explainAnthropicError({ status, body }: HttpAnswer): EngineError | undefined {
  const error = asObject(asObject(body)?.error);
  const type = asText(error?.type);
  const said = asText(error?.message);
  if (type === 'billing_error') return outOfQuota(LABEL);
  if (status === 400 && /organization has been disabled/i.test(said))
    return new EngineError('engine_auth', `${LABEL}: the organization of the API key is disabled`);
  if (status === 400 && (saysOutOfCredit(said) || /\busage limit/i.test(said)))
    return outOfQuota(LABEL);
  if (status === 400 && /prompt is too long|context (?:window|limit)|too many tokens/i.test(said))
    return beyondContext(LABEL);
  if (type === 'not_found_error' && /model/i.test(said)) return unknownModel(LABEL);
  return undefined;
}

/**
 * Returns the inputs of the tool calls of a message, in JSON. A model may call the tool several times, for example to
 * correct itself. Returns the text of the message if the model called no tool.
 */
export function readMessage(body: unknown): string {
  const message = asObject(body);
  const reason = message?.stop_reason;
  if (reason === 'refusal') throw refused(LABEL);
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded')
    throw outOfTokens(LABEL);
  const content: unknown = message?.content;
  if (!Array.isArray(content)) throw badResponse(`${LABEL} did not return a message`);
  // A paused turn is not complete. The service does not continue it, because it offers no tools of the provider.
  if (reason === 'pause_turn') throw badResponse(`${LABEL} did not finish its message`);
  const blocks = content.map(asObject);
  const calls = blocks.filter((block) => block?.type === 'tool_use');
  const text =
    calls.length === 0
      ? blocks.map((block) => (block?.type === 'text' ? asText(block.text) : '')).join('')
      : calls.map((block) => inputOf(block?.input)).join('\n');
  if (text.trim() === '') throw badResponse(`${LABEL} returned an empty message`);
  return text;
}

/** Returns the input of a tool call in JSON. Models sometimes write the list in the input as a JSON string. */
function inputOf(input: unknown): string {
  const items = asObject(input)?.items;
  return typeof items === 'string' ? items : JSON.stringify(input ?? {});
}
