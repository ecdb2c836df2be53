import { type EngineContext, EngineError } from '../engine.ts';
import { HttpClient, type Timing } from '../http/http.ts';
import { asObject, asText, badResponse } from '../http/http-answer.ts';
import { type GoogleCredentials, signAssertion } from './credentials.ts';

const LABEL = 'Google’s token endpoint';
const TIMEOUT_MS = 10_000;
/** Time before its expiry at which a token is replaced, because a request takes a while. */
const EARLY_MS = 60_000;

/** Requests access tokens for a service account, and keeps each of them until it expires. */
export class AccessTokens {
  readonly #credentials: GoogleCredentials;
  readonly #client: HttpClient;
  readonly #timing: Timing;
  #kept: { readonly token: string; readonly untilMs: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(credentials: GoogleCredentials, context: EngineContext, timing: Timing) {
    this.#credentials = credentials;
    this.#timing = timing;
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl: credentials.tokenUrl,
      context,
      timeoutMs: TIMEOUT_MS,
      // The endpoint answers 400 if the account or its key was deleted (RFC 6749 §5.2).
      explain: ({ status }) =>
        status === 400
          ? new EngineError('engine_auth', `${LABEL} rejected the service account`)
          : undefined,
    });
  }

  /** Returns a valid token. Concurrent callers share a request. */
  async get(): Promise<string> {
    if (this.#kept !== undefined && this.#timing.now() < this.#kept.untilMs)
      return this.#kept.token;
    this.#pending ??= this.#load().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** Requests a new token at the next call, because the service rejected this one. */
  forget(): void {
    this.#kept = undefined;
  }

  close(): void {
    this.#client.close();
  }

  async #load(): Promise<string> {
    const { body } = await this.#client.request({
      method: 'POST',
      path: '',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: signAssertion(this.#credentials, Date.now()),
      }),
    });
    const answer = asObject(body);
    const token = asText(answer?.access_token);
    const seconds = Number(answer?.expires_in);
    if (token === '' || !(seconds > 0)) throw badResponse(`${LABEL} did not return a token`);
    this.#kept = { token, untilMs: this.#timing.now() + seconds * 1_000 - EARLY_MS };
    return token;
  }
}
