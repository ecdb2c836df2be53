import { hash } from 'node:crypto';

const HASH_BYTES = 16;

const hashOf = (...parts: string[]): Buffer =>
  hash('sha256', parts.join('\n'), 'buffer').subarray(0, HASH_BYTES);

/** By what a text is found: its locale and itself, exact to the last space. */
export const hashSource = (sourceLocale: string, text: string): Buffer =>
  hashOf(sourceLocale, text);

/** By what a text with other placeholders is found; `masked` is of `maskText`. */
export const hashMasked = (sourceLocale: string, masked: string): Buffer =>
  hashOf(sourceLocale, 'masked', masked);

/** Stands where a key has no source text, so that it is not looked at again and again. */
export const NO_HASH: Buffer = Buffer.alloc(0);
