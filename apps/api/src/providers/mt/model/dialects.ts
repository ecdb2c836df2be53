import type { EngineError } from '../engine.ts';
import type { HttpAnswer } from '../http/http.ts';
import { RefusedError } from './model-errors.ts';

export interface DialectRequest<Dialect> {
  readonly first: Dialect;
  /** HTTP statuses with which servers reject a parameter. */
  readonly refusingStatuses: readonly number[];
  send(dialect: Dialect): Promise<HttpAnswer>;
  failure(answer: HttpAnswer): EngineError;
  /** Returns the parameters for the next attempt. Null if there are no others. */
  simplify(dialect: Dialect, refusal: HttpAnswer): Dialect | null;
}

/**
 * Sends a request. If the server rejects a parameter, tries again without it. Returns the response
 * and the parameters that the server accepts. Throws the first error if it accepts none.
 */
export async function requestInDialects<Dialect>({
  first,
  refusingStatuses,
  send,
  failure,
  simplify,
}: DialectRequest<Dialect>): Promise<{ readonly answer: HttpAnswer; readonly dialect: Dialect }> {
  let firstRefusal: EngineError | undefined;
  for (let dialect = first; ; ) {
    const answer = await send(dialect);
    if (!refusingStatuses.includes(answer.status)) return { answer, dialect };
    const refusal = failure(answer);
    if (refusal instanceof RefusedError || refusal.code !== 'engine_bad_response') throw refusal;
    firstRefusal ??= refusal;
    const next = simplify(dialect, answer);
    if (next === null) throw firstRefusal;
    dialect = next;
  }
}
