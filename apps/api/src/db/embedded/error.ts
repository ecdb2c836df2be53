/** A fault that the operator can repair. The message is one or more plain lines, without a stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** Another process runs the database on this directory. */
export class DatabaseInUseError extends EmbeddedPostgresError {
  override readonly name = 'DatabaseInUseError';
  readonly pid: number;

  constructor(message: string, pid: number) {
    super(message);
    this.pid = pid;
  }
}
