/** An object in the store. */
export interface StoredObject {
  readonly bytes: Buffer;
  /** Identifies this version of the object for a {@link Condition}. */
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

/** Condition of a write: the object does not exist, or has this version. */
export type Condition = 'absent' | { readonly etag: string };

/** Stores released bundles for readers that do not ask the service, in an S3 bucket or a folder. */
export interface BundleStore {
  /** Address for messages, without credentials. */
  readonly address: string;
  /** Returns null if there is no such object. @throws BundleStoreError, as all methods */
  read(key: string, maxBytes: number): Promise<StoredObject | null>;
  /** Returns the size of an object in bytes, or null if it does not exist. */
  sizeOf(key: string): Promise<number | null>;
  /** Returns false and writes nothing if the condition is not met. */
  write(key: string, object: NewObject, condition?: Condition): Promise<boolean>;
  /** Lists objects whose keys begin with the prefix, in pages, in the order of their keys. */
  list(prefix: string): AsyncGenerator<ListedObject[], void>;
  /** Removes an object. Does nothing if it does not exist. */
  remove(key: string): Promise<void>;
}

/** Thrown when the store fails. The message is a sentence for operators. */
export class BundleStoreError extends Error {
  override readonly name = 'BundleStoreError';
  /** True if another attempt can help. */
  readonly isRepeatable: boolean;
  /** Delay in milliseconds that the store asks for. */
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
