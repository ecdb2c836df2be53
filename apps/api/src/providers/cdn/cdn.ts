/** A cache in front of the service, which can remove entries by the tags of bundles. */
export interface Cdn {
  /** Removes the entries with any of these tags. @throws CdnError */
  purge(tags: readonly string[]): Promise<void>;
}

/** Thrown when a CDN does not purge. The message is a sentence for operators. */
export class CdnError extends Error {
  override readonly name = 'CdnError';
}
