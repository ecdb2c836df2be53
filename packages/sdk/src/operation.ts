/** Description of an endpoint for the client at run time. */
export interface OperationRow {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: string;
  /** Names of the query parameters. */
  readonly query?: readonly string[];
  /** `stream`: content of any type, a form with a file, or JSON. */
  readonly body?: 'json' | 'stream';
  /** `public`: the client sends no credentials. `auth`: the client sends no API key. */
  readonly access?: 'public' | 'auth';
  /** True if the endpoint supports idempotency keys, which make a POST safe to repeat. */
  readonly idempotent?: true;
  /** True if the endpoint returns a page of rows. */
  readonly rows?: true;
}
