/** The messages of a locale. Each property has the full name of a key. */
export type FlatMessages = Record<string, string>;

/** Messages of a locale as a tree, nested by the segments of key names. */
export interface Messages {
  [name: string]: string | Messages | (string | Messages | null)[];
}

/**
 * Local storage such as `localStorage` or React Native's `AsyncStorage`. Errors of the storage are
 * ignored.
 */
export interface ReaderStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
}

export interface ReaderOptions {
  /** URL of the bundle store. It contains the folders `b` and `m`. */
  readonly url: string;
  readonly projectId: string;
  readonly environmentId: string;
  /** Shape of the messages: nested objects, or one flat object. Defaults to `nested`. */
  readonly shape?: 'nested' | 'flat';
  /** Local storage that keeps the last valid texts for the next start of the app. */
  readonly storage?: ReaderStorage;
  /** Function that sends requests. Defaults to the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Timeout of a request in milliseconds. It has no effect on platforms without
   * `AbortSignal.timeout`. Defaults to 15,000.
   */
  readonly timeoutMs?: number;
}

export interface LoadedTexts<Texts = Messages> {
  /** Tag of the locale whose messages are loaded. */
  readonly locale: string;
  /** Messages of the locale. They are a copy that the caller may change. */
  readonly messages: Texts;
  /** Locales that supply missing texts, in the order in which they are tried. */
  readonly fallbacks: string[];
}

export interface Reader<Texts = Messages> {
  /**
   * Returns the newest available texts of a locale. The first call reads the manifest. Later calls
   * use that manifest until `refresh` finds another manifest. If the texts cannot be read, this
   * method returns earlier texts, or else the texts of a more general locale.
   *
   * @throws if there are no such texts, or if the release has neither the locale nor a more general
   * locale
   */
  load(locale: string): Promise<LoadedTexts<Texts>>;
  /**
   * Reads the manifest again. Returns true if the manifest has changed. Ignores a manifest with a
   * lower version until two days after the known manifest was published, because caches keep
   * outdated manifests for at most a day.
   *
   * @throws if no manifest was ever read
   */
  refresh(): Promise<boolean>;
}
