import type { Operations } from './contract.ts';
import type { RawBody } from './request.ts';

export type OperationId = keyof Operations;

/**
 * Turns an intersection into one object type. Optional members may be undefined, even with
 * `exactOptionalPropertyTypes`.
 */
type Simplify<Type> = Type extends unknown
  ? {
      [Name in keyof Type]: Record<never, never> extends Pick<Type, Name>
        ? Type[Name] | undefined
        : Type[Name];
    }
  : never;

type Parts<Id extends OperationId> = Operations[Id];

type FlatInput<Id extends OperationId> = Simplify<
  Parts<Id>['params'] & Parts<Id>['query'] & Parts<Id>['body']
>;

type ImportId = 'i18n.projects.import' | 'i18n.imports.create';
type FileId = ImportId | 'i18n.projects.export';

/**
 * An import whose content is in the JSON body. For the format JSON, the content is an object or a
 * string. For other formats, it is a string.
 */
export type ContentImport<Id extends ImportId = 'i18n.projects.import'> = Simplify<
  Parts<Id>['params'] & Parts<Id>['body']
>;

/**
 * A file as the raw request body, for an import or as the base file of an export. `contentType` is
 * optional if the file is a Blob with a type.
 */
export type RawFile<Id extends FileId = 'i18n.projects.import'> = Simplify<
  Parts<Id>['params'] &
    Omit<Parts<Id>['query'], 'locale'> & {
      locale: string;
      body: RawBody;
      contentType?: string | undefined;
    }
>;

/** Parameters and body of an export that creates new files. */
export type NewExport = Simplify<
  Parts<'i18n.projects.export'>['params'] & Parts<'i18n.projects.export'>['body']
>;

/** Operations whose input is a folder. */
type FolderId = 'i18n.files.import' | 'i18n.files.stage';

/** The files of a folder by their paths. */
export type FolderFiles<Id extends FolderId = 'i18n.files.import'> = Simplify<
  Parts<Id>['params'] & Parts<Id>['body']
>;

/** A folder as a ZIP archive. `contentType` is `application/zip`, and optional for a Blob with a type. */
export type FolderArchive<Id extends FolderId = 'i18n.files.import'> = Simplify<
  Parts<Id>['params'] & Parts<Id>['query'] & { body: RawBody; contentType?: string | undefined }
>;

/** Operations whose input differs from the members of path, query and body. */
interface SpecialInputs {
  'i18n.files.import': FolderFiles | FolderArchive;
  'i18n.files.stage': FolderFiles<'i18n.files.stage'> | FolderArchive<'i18n.files.stage'>;
  'i18n.projects.import': ContentImport | RawFile;
  'i18n.imports.create': ContentImport<'i18n.imports.create'> | RawFile<'i18n.imports.create'>;
  'i18n.projects.export': NewExport | RawFile<'i18n.projects.export'>;
  'i18n.bundles.get': Simplify<
    Parts<'i18n.bundles.get'>['params'] & Omit<Parts<'i18n.bundles.get'>['query'], 'envelope'>
  >;
}

/** Input of a method: the members of path, query and body in one object. */
export type InputOf<Id extends OperationId> = Id extends keyof SpecialInputs
  ? SpecialInputs[Id]
  : FlatInput<Id>;

export type DataOf<Id extends OperationId> = Operations[Id]['data'];

export interface Envelope<Data, Meta> {
  data: Data;
  meta: Meta;
}

export type AnswerOf<Id extends OperationId> = Envelope<
  Operations[Id]['data'],
  Operations[Id]['meta']
>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /**
   * Idempotency key of the call, if the endpoint supports it. By default, the client generates a
   * key.
   */
  idempotencyKey?: string | undefined;
  /** Maximum time in seconds to wait for the end of background work (`Prefer: wait`). */
  waitSeconds?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Timeout of each attempt in milliseconds. `waitSeconds` is added to it. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  raw?: undefined;
}

export interface RawCallOptions extends Omit<CallOptions, 'raw'> {
  /**
   * If set, the method returns the `Response` object instead of the parsed body. A string is also
   * sent as the header `Accept`, such as `text/csv`.
   */
  raw: true | string;
}

export interface BundleCallOptions extends CallOptions {
  /** ETag of the bundle that the caller already has. */
  ifNoneMatch: string;
}

export type BundleAnswer = AnswerOf<'i18n.bundles.get'> & { notModified: false; etag: string };

export interface BundleNotModified {
  notModified: true;
  etag: string;
}

interface MethodWithInput<Id extends OperationId> {
  (input: InputOf<Id>, options: RawCallOptions): Promise<Response>;
  (input: InputOf<Id>, options?: CallOptions): Promise<AnswerOf<Id>>;
}

interface MethodWithOptionalInput<Id extends OperationId> {
  (input: InputOf<Id> | undefined, options: RawCallOptions): Promise<Response>;
  (input?: InputOf<Id>, options?: CallOptions): Promise<AnswerOf<Id>>;
}

interface BundleMethod {
  (input: InputOf<'i18n.bundles.get'>, options: RawCallOptions): Promise<Response>;
  (
    input: InputOf<'i18n.bundles.get'>,
    options: BundleCallOptions,
  ): Promise<BundleAnswer | BundleNotModified>;
  (input: InputOf<'i18n.bundles.get'>, options?: CallOptions): Promise<BundleAnswer>;
}

/** A method with a long-lived response, which `readEvents` reads. */
type StreamMethod<Id extends OperationId> = (
  input: InputOf<Id>,
  options: RawCallOptions,
) => Promise<Response>;

export type Method<Id extends OperationId> = Id extends 'i18n.bundles.get'
  ? BundleMethod
  : Id extends 'events.stream'
    ? StreamMethod<Id>
    : Record<never, never> extends InputOf<Id>
      ? MethodWithOptionalInput<Id>
      : MethodWithInput<Id>;

/** Ids of the operations that return a page of rows. */
export type PagedId = {
  [Id in OperationId]: Operations[Id] extends {
    data: readonly unknown[];
    meta: { nextCursor: string | null };
  }
    ? Id
    : never;
}[OperationId];

export type RowOf<Id extends PagedId> = Operations[Id]['data'] extends readonly (infer Row)[]
  ? Row
  : never;

/** A method that iterates over all rows and fetches each page when it is needed. */
export type AllMethod<Id extends PagedId> =
  Record<never, never> extends InputOf<Id>
    ? (input?: InputOf<Id>, options?: CallOptions) => AsyncGenerator<RowOf<Id>, void, undefined>
    : (input: InputOf<Id>, options?: CallOptions) => AsyncGenerator<RowOf<Id>, void, undefined>;

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

type FirstOf<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;

type After<Path extends string, First extends string> = Path extends `${First}.${infer Rest}`
  ? Rest
  : never;

/**
 * Maps the operation `a.b-c.d` to the method `client.a.bC.d`. A paged operation also has a method
 * with the suffix `All`.
 */
type Tree<Path extends string, Prefix extends string> = {
  [First in FirstOf<Path> as CamelCase<First>]: `${Prefix}${First}` extends OperationId
    ? Method<`${Prefix}${First}`>
    : Tree<After<Path, First>, `${Prefix}${First}.`>;
} & {
  [First in FirstOf<Path> as `${Prefix}${First}` extends PagedId
    ? `${CamelCase<First>}All`
    : never]: `${Prefix}${First}` extends PagedId ? AllMethod<`${Prefix}${First}`> : never;
};

export type Client = Tree<OperationId, ''>;
