/** Messages of a locale by their whole names. */
export type FlatMessages = Record<string, string>;

/** Messages of a locale as a tree of the segments of their names. */
export interface Messages {
  [name: string]: string | Messages | (string | Messages | null)[];
}

/** Storage such as `localStorage` or React Native's `AsyncStorage`. A storage that fails is ignored. */
export interface ReaderStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
}

export interface ReaderOptions {
  /** URL of the bundle store: the address that has the folders `b` and `m`. */
  readonly url: string;
  readonly projectId: string;
  readonly environmentId: string;
  /** Defaults to `nested`. */
  readonly shape?: 'nested' | 'flat';
  /** Keeps the last good texts for the next start of the app. */
  readonly storage?: ReaderStorage;
  /** Defaults to the global one. */
  readonly fetch?: typeof globalThis.fetch;
  /** Maximum duration of a request in milliseconds, if the platform has `AbortSignal.timeout`. Defaults to 15,000. */
  readonly timeoutMs?: number;
}

export interface LoadedTexts<Texts = Messages> {
  /** Tag of the locale in the manifest, which can be more general than the requested tag. */
  readonly locale: string;
  /** A copy that belongs to the caller. */
  readonly messages: Texts;
  /** Locales with the texts that this one lacks, nearest first. */
  readonly fallbacks: string[];
}

export interface Reader<Texts = Messages> {
  /**
   * Returns the newest texts of a locale that can be read. The first call reads the manifest; later calls use it until
   * `refresh` finds another one. If the texts that the manifest names cannot be read, or have other bytes than their
   * name says, the texts of before are returned, from memory or from the storage. If there are none, those of a more
   * general locale are.
   *
   * @throws if no such texts were ever read, or if the release has neither the locale nor a more general one
   */
  load(locale: string): Promise<LoadedTexts<Texts>>;
  /**
   * Reads the manifest again. Returns true if it is another one than before.
   *
   * A manifest with a lower version than the known one is a stale copy of a cache, and ignored, until two days after
   * the known one was published. Caches keep a manifest for at most a day, so a lower version that is read later means
   * that the release was withdrawn.
   *
   * @throws if the manifest cannot be read and never was
   */
  refresh(): Promise<boolean>;
}
