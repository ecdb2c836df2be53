import { setImmediate } from 'node:timers/promises';
import type { Config, MatchedFile } from '@parlance/config';
import type { FileWarning } from '@parlance/formats';
import {
  type Document,
  faultOf,
  parseDocument,
  readBytes,
  readPieces,
  readRows,
} from '../documents/documents.ts';
import type { ReadContext } from '../documents/read-context.ts';
import type { Fault } from '../fault.ts';
import type { Staged } from './staged.ts';

const NO_BYTES = new Uint8Array();

/** Reads files from the working folder or from git's index. */
export class PartReader {
  readonly #config: Config;
  readonly #context: ReadContext;
  readonly #staged: Staged | null;
  readonly #signal: AbortSignal | undefined;

  constructor(
    config: Config,
    context: ReadContext,
    { staged, signal }: { staged: Staged | null; signal: AbortSignal | undefined },
  ) {
    this.#config = config;
    this.#context = context;
    this.#staged = staged;
    this.#signal = signal;
  }

  /** True if the file is in git's index, or if the files are read from the working folder. */
  hasFile({ path }: MatchedFile): boolean {
    return this.#staged === null || this.#staged.bytes.has(path);
  }

  /** Passes the rows of a file to `visit` in pieces. Returns the error if the file is invalid. */
  async read(
    file: MatchedFile,
    visit: (part: Document) => Promise<void> | void,
    warn?: (warning: FileWarning) => void,
  ): Promise<Fault | null> {
    await this.letInterrupt();
    const index = this.#staged?.bytes.get(file.path);
    const pieces = index ? [index] : readPieces(this.#config, file);
    try {
      for await (const rows of readRows(file, pieces, this.#context, warn)) {
        await visit({ ...file, rows, hash: null, bytes: NO_BYTES });
      }
      return null;
    } catch (error) {
      return faultOf(file, error);
    }
  }

  readWhole(file: MatchedFile): Promise<Document | Fault> {
    return parseDocument(file, this.bytesOf(file), this.#context);
  }

  bytesOf(file: MatchedFile): Uint8Array {
    return this.#staged?.bytes.get(file.path) ?? readBytes(this.#config, file);
  }

  /**
   * Lets the event loop run, so that the process notices signals such as Ctrl-C.
   * @throws the abort reason if the command was interrupted
   */
  async letInterrupt(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
  }
}
