/** Line and column of the end of a text that comes in pieces, in code units from 1. */
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
      // The line ended with the carriage return at the end of the previous piece.
      if (index > 0 || end !== '\n' || !this.#endsInReturn) this.#line += 1;
      this.#column = 1;
    }
    this.#column += text.length - from;
    this.#endsInReturn = text.endsWith('\r');
  }
}
