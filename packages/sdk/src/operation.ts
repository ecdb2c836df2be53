/** Description of an endpoint that the client uses at run time. */
export interface OperationRow {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: string;
  /** Names of the query parameters. */
  readonly query?: readonly string[];
  /** Type of the request body. A `stream` is content of any type, a form with a file, or JSON. */
  readonly body?: 'json' | 'stream';
  /**
   * Credentials that the client does not send. `public`: none are sent. `auth`: the API key is not
   * sent.
   */
  readonly access?: 'public' | 'auth';
  /** True if the endpoint supports idempotency keys, which make a POST safe to repeat. */
  readonly idempotent?: true;
  /** True if the endpoint returns a page of rows. */
  readonly rows?: true;
}
