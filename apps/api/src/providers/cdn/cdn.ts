/** A cache in front of the service, whose entries can be removed by the tags that bundles carry. */
export interface Cdn {
  /** Removes what carries one of these tags. @throws CdnError */
  purge(tags: readonly string[]): Promise<void>;
}

/** A CDN that did not purge. The message is a sentence for operators. */
export class CdnError extends Error {
  override readonly name = 'CdnError';
}
