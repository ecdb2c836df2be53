import type { Readable } from 'node:stream';

export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A response without the JSON envelope, such as a page, a file or a bundle. */
export interface RawAnswer {
  readonly raw: string | Buffer | Readable | null;
  readonly status?: number;
  readonly headers: AnswerHeaders;
}
