import { type AccountLoss, isParlanceError } from '@parlance/sdk';

/**
 * Runs a call that ends an account or a membership. Returns the losses for which the service
 * refuses the call, or an empty list.
 */
export async function lossesOf(call: () => Promise<unknown>): Promise<readonly AccountLoss[]> {
  try {
    await call();
    return [];
  } catch (error) {
    if (!isParlanceError(error) || error.losses === undefined) throw error;
    return error.losses;
  }
}

/** Returns names as a list in a language. If `count` is greater than their number, the list ends with an ellipsis. */
export const listNames = (names: readonly string[], count: number, language: string): string =>
  new Intl.ListFormat(language).format(count > names.length ? [...names, '…'] : names);
