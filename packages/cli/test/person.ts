import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { PromptStreams } from '../src/output/prompts.ts';

export const DOWN = '\u001b[B';
export const ENTER = '\r';
export const CTRL_C = '\u0003';

/** Simulates a person at a terminal: when a question appears, types the keys of its answer or calls its function. */
export class Person implements PromptStreams {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly #answers: [question: RegExp, answer: string | (() => void)][];
  #seen = '';

  constructor(...answers: [question: RegExp, answer: string | (() => void)][]) {
    this.#answers = answers;
    this.output.on('data', (chunk: Buffer) => {
      this.#seen += stripVTControlCharacters(chunk.toString());
      const [next] = this.#answers;
      if (!next?.[0].test(this.#seen)) return;
      this.#answers.shift();
      this.#seen = '';
      const [, answer] = next;
      setImmediate(() => (typeof answer === 'string' ? this.input.write(answer) : answer()));
    });
  }

  /** The questions that have not appeared. */
  get unasked(): RegExp[] {
    return this.#answers.map(([question]) => question);
  }
}
