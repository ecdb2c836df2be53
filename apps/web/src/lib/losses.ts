import { type AccountLoss, isParlanceError } from '@parlance/sdk';

/** Calls what ends an account or a membership. Returns what would be lost, if the service refuses because of that. */
export async function lossesOf(call: () => Promise<unknown>): Promise<readonly AccountLoss[]> {
  try {
    await call();
    return [];
  } catch (error) {
    if (!isParlanceError(error) || error.losses === undefined) throw error;
    return error.losses;
  }
}

/** Returns the first of some names as a list in a language. The count says if there are more. */
export const listNames = (names: readonly string[], count: number, language: string): string =>
  new Intl.ListFormat(language).format(count > names.length ? [...names, '…'] : names);
