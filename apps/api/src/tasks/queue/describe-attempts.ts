/**
 * Returns a sentence which says that all attempts of a task ended with a killed process or an
 * unknown error.
 */
export const describeAttempts = (attempts: number, purpose: string): string =>
  `The server failed or was stopped in each of ${attempts} attempts to ${purpose}. The server log has the reasons.`;
