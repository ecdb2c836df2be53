/**
 * Tracks the line and column at the end of a text that is read in pieces. Both count from 1, and
 * columns are in code units.
 */
export class TextPlace {
  #line = 1;
  #column = 1;
  #endsInReturn = false;

  get position(): { line: number; column: number } {
    return { line: this.#line, column: this.#column };
  }

  advance(text: string): void {
    if (text === '') return;
    let from = 0;
    for (const { index, 0: end } of text.matchAll(/\r\n|[\r\n]/g)) {
      from = index + end.length;
      if (index > 0 || end !== '\n' || !this.#endsInReturn) this.#line += 1;
      this.#column = 1;
    }
    this.#column += text.length - from;
    this.#endsInReturn = text.endsWith('\r');
  }
}
