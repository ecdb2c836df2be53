import { readFile } from 'node:fs/promises';
import type { ModelPaths } from './protocol.ts';
import { doSentencesTouch, joinSentences, splitSentences } from './texts/sentences.ts';
import {
  type AlignedMemory,
  type BergamotModule,
  type BlockingService,
  createMemory,
  type Deletable,
  loadModule,
  type WasmMemory,
} from './wasm-module.ts';

/**
 * Marian's options. The published models (`*.intgemm.alphas.bin`) need `int8shiftAlphaAll`, and
 * markup needs `alignment`.
 */
const MODEL_CONFIG = {
  'beam-size': 1,
  normalize: '1.0',
  'word-penalty': 0,
  'max-length-break': 128,
  'mini-batch-words': 1024,
  workspace: 128,
  // The limit of 2.0 in Firefox would cut off translations of short texts into languages that need
  // more tokens.
  'max-length-factor': '3.0',
  'skip-cost': true,
  'cpu-threads': 0,
  quiet: true,
  'quiet-translation': true,
  'gemm-precision': 'int8shiftAlphaAll',
  alignment: 'soft',
  'ssplit-mode': 'sentence',
} as const;

/** Alignment, in bytes, that the C++ code requires for the address of a model in memory. */
const MODEL_ALIGNMENT_BYTES = 256;
const OTHER_ALIGNMENT_BYTES = 64;
/**
 * Number of output lines that are kept. The last lines explain why the WebAssembly module aborted.
 */
const KEPT_LINES = 6;

/**
 * An instance of the WebAssembly module with its models. It cannot be used after an error, because
 * the state of an aborted instance is unknown.
 */
export class WasmTranslator {
  readonly #module: BergamotModule;
  readonly #memory: WasmMemory;
  readonly #service: BlockingService;
  readonly #lines: string[];
  readonly #models: Deletable[] = [];
  #segmenter: Intl.Segmenter | null = null;
  #sentencesTouch = false;

  private constructor(module: BergamotModule, memory: WasmMemory, lines: string[]) {
    this.#module = module;
    this.#memory = memory;
    this.#lines = lines;
    this.#service = new module.BlockingService({ cacheSize: 0 });
  }

  static async create(memoryLimitMb: number): Promise<WasmTranslator> {
    const lines: string[] = [];
    const memory = createMemory(memoryLimitMb);
    const module = await loadModule(memory, (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
    });
    return new WasmTranslator(module, memory, lines);
  }

  /** Memory of the WebAssembly module in bytes. It never shrinks. */
  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Adds a model. The second model of a route translates from English. */
  async addModel(paths: ModelPaths): Promise<void> {
    const [model, ...vocabularies] = await Promise.all([
      readFile(paths.modelPath),
      ...paths.vocabularyPaths.map((path) => readFile(path)),
    ]);
    const list = new this.#module.AlignedMemoryList();
    for (const bytes of vocabularies) list.push_back(this.#copy(bytes, OTHER_ALIGNMENT_BYTES));
    const config = Object.entries(MODEL_CONFIG).map(([key, value]) => `${key}: ${value}\n`);
    this.#models.push(
      new this.#module.TranslationModel(
        config.join(''),
        this.#copy(model, MODEL_ALIGNMENT_BYTES),
        // Uses no shortlist of candidate words. With a shortlist, a translation would depend on the
        // other texts of its batch.
        this.#copy(Buffer.alloc(0), OTHER_ALIGNMENT_BYTES),
        list,
        null,
      ),
    );
    this.#segmenter ??= new Intl.Segmenter(toLanguageTag(paths.from), { granularity: 'sentence' });
    this.#sentencesTouch = doSentencesTouch(toLanguageTag(paths.to));
  }

  /**
   * Translates texts with all models in order. Blocks the thread. Marian receives each text
   * separately, because the longest text of a batch limits the length of all translations.
   */
  translate(bodies: readonly string[], html: boolean): string[] {
    return bodies.map((body) => this.#translateOne(body, html));
  }

  #translateOne(body: string, html: boolean): string {
    const [first, second] = this.#models;
    if (first === undefined || this.#segmenter === null) throw new Error('no model was added');
    const { text, gaps } = splitSentences(body, html, this.#segmenter);
    const texts = new this.#module.VectorString();
    const options = new this.#module.VectorResponseOptions();
    texts.push_back(text);
    options.push_back({ qualityScores: false, alignment: false, html });
    const responses =
      second === undefined
        ? this.#service.translate(first, texts, options)
        : this.#service.translateViaPivoting(first, second, texts, options);
    const response = responses.get(0);
    try {
      return joinSentences(response, html, gaps, this.#sentencesTouch);
    } finally {
      for (const object of [response, responses, texts, options]) object.delete();
    }
  }

  describeFailure(error: unknown): string {
    const thrown = error instanceof Error ? error.message : `threw ${String(error)}`;
    return [...this.#lines, thrown].join('\n');
  }

  #copy(bytes: Buffer, alignmentBytes: number): AlignedMemory {
    const memory = new this.#module.AlignedMemory(bytes.length, alignmentBytes);
    memory.getByteArrayView().set(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    return memory;
  }
}

function toLanguageTag(code: string): string {
  return code.replaceAll('_', '-');
}
