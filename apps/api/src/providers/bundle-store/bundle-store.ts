/** An object in the store. */
export interface StoredObject {
  readonly bytes: Buffer;
  /** Names this version of the object, for {@link Condition}. */
  readonly etag: string;
}

export interface NewObject {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentEncoding?: 'br' | 'gzip';
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
}

/** Condition of a write: that there is no object, or that it is this version. */
export type Condition = 'absent' | { readonly etag: string };

/** Keeps released bundles for readers that do not ask the service: an S3 bucket or a folder. */
export interface BundleStore {
  /** For messages, without credentials. */
  readonly address: string;
  /** Null if there is none. @throws BundleStoreError, as all of these */
  read(key: string, maxBytes: number): Promise<StoredObject | null>;
  /** Bytes of an object; null if there is none. */
  sizeOf(key: string): Promise<number | null>;
  /** Returns false, and writes nothing, if the condition does not hold. */
  write(key: string, object: NewObject, condition?: Condition): Promise<boolean>;
  /** Objects whose keys begin with the prefix, in pages and in the order of their keys. */
  list(prefix: string): AsyncGenerator<ListedObject[], void>;
  /** Does nothing if there is none. */
  remove(key: string): Promise<void>;
}

/** A store that did not do what it was asked. The message is a sentence for operators. */
export class BundleStoreError extends Error {
  override readonly name = 'BundleStoreError';
  /** True if another attempt can help. */
  readonly isRepeatable: boolean;
  /** Wait that the store asks for. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    {
      isRepeatable,
      retryAfterMs,
      cause,
    }: { isRepeatable: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(message, { cause });
    this.isRepeatable = isRepeatable;
    this.retryAfterMs = retryAfterMs;
  }
}
