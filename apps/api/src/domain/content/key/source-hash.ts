import { hash } from 'node:crypto';
import type { MessageFormat } from '@parlance/messages';
import { maskAll } from '../message/long-messages.ts';

const HASH_BYTES = 16;

/** Returns the hash of a source text and its locale. Texts that differ only in white space have different hashes. */
export const hashSource = (sourceLocale: string, text: string): Buffer =>
  hash('sha256', `${sourceLocale}\n${text}`, 'buffer').subarray(0, HASH_BYTES);

/** Hashes by which the translation memory finds the translations of a key. */
export interface SourceHashes {
  readonly source: Buffer | null;
  /**
   * Hash of the source text without its placeholders. Null if the source text has no placeholders.
   */
  readonly masked: Buffer | null;
}

export const NO_HASHES: SourceHashes = { source: null, masked: null };

export async function hashSources(
  sourceLocale: string,
  format: MessageFormat,
  texts: readonly string[],
): Promise<SourceHashes[]> {
  const masked = await maskAll(texts, format);
  return texts.map((text, index) => ({
    source: hashSource(sourceLocale, text),
    masked: masked[index] === text ? null : hashSource(sourceLocale, masked[index]!),
  }));
}
