/**
 * A problem with the embedded database that the operator can solve. The message has no stack trace.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

export class DatabaseInUseError extends EmbeddedPostgresError {
  override readonly name = 'DatabaseInUseError';
  readonly pid: number;

  constructor(message: string, pid: number) {
    super(message);
    this.pid = pid;
  }
}
