/** Messages between the server and the child that runs one direction's models. */

export interface ModelPaths {
  /** The registry's codes of its languages, such as `zh_hant`. */
  readonly from: string;
  readonly to: string;
  readonly modelPath: string;
  /** One, or the source's and the target's. */
  readonly vocabularyPaths: readonly string[];
}

export type ToChild =
  | {
      readonly type: 'load';
      readonly title: string;
      /** One model, or two that meet in a pivot language. */
      readonly models: readonly ModelPaths[];
      readonly memoryLimitMb: number;
    }
  | {
      readonly type: 'translate';
      readonly bodies: readonly string[];
      readonly html: boolean;
    };

export type FromChild =
  | { readonly type: 'loaded'; readonly memoryBytes: number }
  | {
      readonly type: 'translated';
      readonly bodies: readonly string[];
      /** Memory of the wasm, which never gives any back. */
      readonly memoryBytes: number;
    }
  /** The wasm gave up. It cannot be used again, and the child ends after this. */
  | { readonly type: 'failed'; readonly detail: string };

/** Exit code of a child that sent `failed` first. */
export const EXIT_FAILED = 3;
