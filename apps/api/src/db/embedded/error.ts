/** A fault that the operator can act on: the message is one or more plain lines, without a stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
