export interface OperationRow {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly query?: readonly string[];
  /** Type of the request body. A `stream` is content of any type, a form with a file, or JSON. */
  readonly body?: 'json' | 'stream';
  /** Access rule of the endpoint, if the client treats it specially. A public endpoint gets no credentials. */
  readonly access?: 'public' | 'auth';
  /** True if the endpoint supports idempotency keys, which make a POST safe to repeat. */
  readonly idempotent?: true;
  /** True if the endpoint returns a page of rows. */
  readonly rows?: true;
}
