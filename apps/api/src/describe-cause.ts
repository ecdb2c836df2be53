/**
 * Describes an error for the log. The description says where the error occurred and never contains
 * values of users.
 */
export function describeCause(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code, constraint, table } = cause as {
    code?: string;
    constraint?: string;
    table?: string;
  };
  // Leaves out messages of PostgreSQL and JSON.parse, because they contain values of users.
  const repeatsValues =
    cause instanceof SyntaxError || (code !== undefined && /^[0-9A-Z]{5}$/.test(code));
  return {
    name: cause.name,
    message: repeatsValues ? undefined : cause.message,
    code,
    constraint,
    table,
    stack: framesOf(cause),
  };
}

const framesOf = (error: Error): string | undefined =>
  error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .join('\n');
