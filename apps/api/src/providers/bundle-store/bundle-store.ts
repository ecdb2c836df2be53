export interface StoredObject {
  readonly bytes: Buffer;
  /** Version of the object, for a {@link Condition}. */
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

/**
 * Condition of a write. `absent`: the object must not exist. With an `etag`, the object must exist
 * in this version.
 */
export type Condition = 'absent' | { readonly etag: string };

/**
 * Stores released bundles in an S3 bucket or a folder. Clients read them there without asking the
 * service.
 */
export interface BundleStore {
  /** Address of the store without credentials, for log lines and error messages. */
  readonly address: string;
  /**
   * Returns the object, or null if it does not exist. Like all methods, it rejects with a
   * BundleStoreError if the store fails.
   */
  read(key: string, maxBytes: number): Promise<StoredObject | null>;
  /** Returns the size of an object in bytes, or null if it does not exist. */
  sizeOf(key: string): Promise<number | null>;
  /** Writes an object. If the condition is not met, writes nothing and returns false. */
  write(key: string, object: NewObject, condition?: Condition): Promise<boolean>;
  /** Lists the objects whose keys begin with a prefix, in pages and in the order of their keys. */
  list(prefix: string): AsyncGenerator<ListedObject[], void>;
  /** Removes an object. Does nothing if it does not exist. */
  remove(key: string): Promise<void>;
}

/** Thrown if the bundle store fails. The message is a sentence for operators, with the address of the store. */
export class BundleStoreError extends Error {
  override readonly name = 'BundleStoreError';
  /** True if the operation may succeed when it is tried again. */
  readonly isRepeatable: boolean;
  /** Delay before a retry that the store asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Short reason, such as `503 SlowDown`. It does not name the store, so that users may read it. */
  readonly reason: string;

  constructor(
    message: string,
    {
      reason,
      isRepeatable,
      retryAfterMs,
      cause,
    }: {
      reason: string;
      isRepeatable: boolean;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause });
    this.reason = reason;
    this.isRepeatable = isRepeatable;
    this.retryAfterMs = retryAfterMs;
  }
}
