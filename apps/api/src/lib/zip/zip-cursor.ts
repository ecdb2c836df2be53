import { ZipError } from './zip-error.ts';

export class ZipCursor {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  take(count: number): Buffer {
    const from = this.#at;
    this.#at += count;
    if (this.#at > this.#end) throw new ZipError('has a damaged directory');
    return this.#bytes.subarray(from, this.#at);
  }
}
