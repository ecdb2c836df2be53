export const describeAttempts = (attempts: number, purpose: string): string =>
  `The server failed or was stopped in each of ${attempts} attempts to ${purpose}. The server log has the reasons.`;
