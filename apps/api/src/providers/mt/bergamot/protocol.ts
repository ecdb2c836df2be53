/** Messages between the server and the child that runs one direction's models. */

export interface ModelPaths {
  /** Codes of the languages in the registry, such as `zh_hant`. */
  readonly from: string;
  readonly to: string;
  readonly modelPath: string;
  /** One vocabulary for both languages, or one each for source and target. */
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
      /** Memory of the wasm, which never shrinks. */
      readonly memoryBytes: number;
    }
  /** The wasm aborted and cannot be used again. The child exits after this message. */
  | { readonly type: 'failed'; readonly detail: string };

/** Exit code of a child that has sent `failed`. */
export const EXIT_FAILED = 3;
