/** A cache in front of the service, which can remove bundles by their cache tags. */
export interface Cdn {
  /**
   * Removes all entries that have any of these cache tags.
   * @throws CdnError
   */
  purge(tags: readonly string[]): Promise<void>;
}

/** Thrown if the CDN does not remove entries. The message is a sentence for operators. */
export class CdnError extends Error {
  override readonly name = 'CdnError';
}
