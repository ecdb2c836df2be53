/** Lines and columns in a text, both counted from 1. */
export class Places {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const { index } of text.matchAll(/\n/g)) this.#starts.push(index + 1);
  }

  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.#starts[low]! + 1 };
  }
}
