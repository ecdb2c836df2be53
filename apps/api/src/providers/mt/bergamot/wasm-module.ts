import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import type { SentencePairs } from './texts/sentences.ts';

/**
 * The npm package with the WebAssembly module. Its wrapper does not run in Node, because its worker
 * calls `require` inside an ES module. This file loads the Emscripten glue code directly.
 */
const PACKAGE = '@browsermt/bergamot-translator';
const WORKER = `${PACKAGE}/worker/bergamot-translator-worker`;

export interface Deletable {
  delete(): void;
}
export interface AlignedMemory extends Deletable {
  getByteArrayView(): Int8Array;
}
interface StringList extends Deletable {
  push_back(text: string): void;
}
interface OptionsList extends Deletable {
  push_back(options: { qualityScores: boolean; alignment: boolean; html: boolean }): void;
}
interface MemoryList extends Deletable {
  push_back(memory: AlignedMemory): void;
}
interface ResponseList extends Deletable {
  size(): number;
  /** Returns a copy of an item. The caller must delete the copy. */
  get(index: number): SentencePairs & Deletable;
}
export interface BlockingService extends Deletable {
  translate(model: Deletable, texts: StringList, options: OptionsList): ResponseList;
  translateViaPivoting(
    first: Deletable,
    second: Deletable,
    texts: StringList,
    options: OptionsList,
  ): ResponseList;
}

/** Members that Emscripten adds to the `Module` object (bergamot-translator, `wasm/bindings`). */
export interface BergamotModule {
  readonly asm: Readonly<Record<string, (...args: number[]) => unknown>>;
  readonly AlignedMemory: new (sizeBytes: number, alignmentBytes: number) => AlignedMemory;
  readonly AlignedMemoryList: new () => MemoryList;
  readonly VectorString: new () => StringList;
  readonly VectorResponseOptions: new () => OptionsList;
  readonly BlockingService: new (config: { cacheSize: number }) => BlockingService;
  readonly TranslationModel: new (
    config: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: MemoryList,
    quality: null,
  ) => Deletable;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/**
 * Types of the parts of WebAssembly that are used. TypeScript declares them only in its DOM
 * library.
 */
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object }>;
};

const PAGE_BYTES = 64 * 1024;
/** Initial memory of the WebAssembly module in pages, as the glue code would request it. */
const INITIAL_PAGES = (16 * 1024 * 1024) / PAGE_BYTES;

/**
 * Matrix functions that Node does not provide, and the functions of the WebAssembly module that
 * replace them.
 */
const FALLBACK_PRODUCTS = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
} as const;

/** Creates memory for the WebAssembly module that can grow up to a limit. */
export const createMemory = (limitMb: number): WasmMemory =>
  new WebAssembly.Memory({
    initial: INITIAL_PAGES,
    maximum: (limitMb * 1024 * 1024) / PAGE_BYTES,
  });

/** Starts the WebAssembly module. `onLine` is called with each line of its output. */
export async function loadModule(
  wasmMemory: WasmMemory,
  onLine: (line: string) => void,
): Promise<BergamotModule> {
  const require = createRequire(import.meta.url);
  const gluePath = require.resolve(`${WORKER}.js`);
  const [glue, wasm] = await Promise.all([
    readFile(gluePath, 'utf8'),
    readFile(require.resolve(`${WORKER}.wasm`)),
  ]);
  // Compiles the glue code as a function, which keeps its many variables out of the global scope.
  const run = vm.compileFunction(glue, ['Module'], { filename: gluePath });
  return new Promise((resolve, reject) => {
    const module = {
      wasmMemory,
      print: onLine,
      printErr: onLine,
      onRuntimeInitialized: () => resolve(module as unknown as BergamotModule),
      instantiateWasm: (imports: object, accept: (instance: object) => void) => {
        WebAssembly.instantiate(wasm, { ...imports, wasm_gemm: linkProducts(module) }).then(
          ({ instance }) => accept(instance),
          reject,
        );
        return {};
      },
    };
    run(module);
  });
}

function linkProducts(module: object): Record<string, (...args: number[]) => unknown> {
  return Object.fromEntries(
    Object.entries(FALLBACK_PRODUCTS).map(([name, fallback]) => [
      name,
      (...args: number[]) => (module as BergamotModule).asm[fallback]?.(...args),
    ]),
  );
}
