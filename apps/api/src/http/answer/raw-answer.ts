import type { Readable } from 'node:stream';

export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

/** An answer that is not the envelope: a page, a file, a bundle. */
export interface RawAnswer {
  readonly raw: string | Buffer | Readable | null;
  readonly status?: number;
  readonly headers: AnswerHeaders;
}
