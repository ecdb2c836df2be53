/** What a client must know of an endpoint at run time. */
export interface OperationRow {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` parameters. */
  readonly path: string;
  /** Names of the query's members. */
  readonly query?: readonly string[];
  /** `stream`: content of any type, a form with a file, or JSON. */
  readonly body?: 'json' | 'stream';
  /** `public`: no credentials are sent; `auth`: no API key is. */
  readonly access?: 'public' | 'auth';
  /** Whether an idempotency key is honoured, which makes a POST safe to send again. */
  readonly idempotent?: true;
  /** Whether the answer is a page of rows. */
  readonly rows?: true;
}
