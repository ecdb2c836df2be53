export interface ModelPaths {
  /** Codes of the source and target language in the registry, such as `zh_hant`. */
  readonly from: string;
  readonly to: string;
  readonly modelPath: string;
  /** Path of the common vocabulary, or paths of the source and target vocabularies. */
  readonly vocabularyPaths: readonly string[];
}

export type ToChild =
  | {
      readonly type: 'load';
      readonly title: string;
      /** One model, or two models with a pivot language in between. */
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
      /** Memory of the WebAssembly module in bytes. It never shrinks. */
      readonly memoryBytes: number;
    }
  /**
   * The WebAssembly module aborted and cannot be used again. The child process exits after this
   * message.
   */
  | { readonly type: 'failed'; readonly detail: string };

/** Exit code of a child process after the message `failed`. */
export const EXIT_FAILED = 3;
