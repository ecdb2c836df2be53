/** Messages of a locale by their full names. */
export type FlatMessages = Record<string, string>;

/** Messages of a locale as a tree of the segments in their names. */
export interface Messages {
  [name: string]: string | Messages | (string | Messages | null)[];
}

/** Storage such as `localStorage` or React Native's `AsyncStorage`. Errors of the storage are ignored. */
export interface ReaderStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
}

export interface ReaderOptions {
  /** URL of the bundle store, which contains the folders `b` and `m`. */
  readonly url: string;
  readonly projectId: string;
  readonly environmentId: string;
  /** Shape of the messages. Defaults to `nested`. */
  readonly shape?: 'nested' | 'flat';
  /** Keeps the last valid texts for the next start of the app. */
  readonly storage?: ReaderStorage;
  /** Sends the requests. Defaults to the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Maximum duration of a request in milliseconds, if the platform has `AbortSignal.timeout`. Defaults to 15,000. */
  readonly timeoutMs?: number;
}

export interface LoadedTexts<Texts = Messages> {
  /** Tag of the locale in the manifest, which may be more general than the requested tag. */
  readonly locale: string;
  /** A copy that the caller may change. */
  readonly messages: Texts;
  /** Locales that provide missing texts, nearest first. */
  readonly fallbacks: string[];
}

export interface Reader<Texts = Messages> {
  /**
   * Returns the newest readable texts of a locale. The first call reads the manifest, and later calls use it until
   * `refresh` finds another one. If the texts in the manifest cannot be read, or do not match the hash in their name,
   * it returns the previous texts from memory or from the storage, or else those of a more general locale.
   *
   * @throws if no such texts were ever read, or if the release has neither the locale nor a more general one
   */
  load(locale: string): Promise<LoadedTexts<Texts>>;
  /**
   * Reads the manifest again. Returns true if it has changed.
   *
   * A manifest with a lower version than the known one is considered a cached copy and ignored, until two days after
   * the known one was published. Caches keep a manifest for at most a day, so a lower version after that time means
   * that the release was withdrawn.
   *
   * @throws if the manifest cannot be read and never was
   */
  refresh(): Promise<boolean>;
}
