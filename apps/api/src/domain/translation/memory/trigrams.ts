import { createHash } from 'node:crypto';
import type { OwnerRef } from '../../kernel/index.ts';

/**
 * Only this number of characters at the start of a text determines its similarity to other texts.
 */
const MAX_LENGTH = 2_000;
/**
 * Number of MinHash bands of a text. The probability that two texts have the same band at a given
 * position is about the square of their similarity.
 */
export const BANDS = 12;
const ROWS_PER_BAND = 2;

const paddedOf = (text: string): string =>
  `  ${text.slice(0, MAX_LENGTH).toLowerCase().replace(/\s+/gu, ' ').trim()} `;

/**
 * Returns all sequences of three characters in a text, ignoring case. Unlike in pg_trgm, a sequence
 * may include a word boundary.
 */
export function trigramsOf(text: string): Set<string> {
  const padded = paddedOf(text);
  const trigrams = new Set<string>();
  for (let index = 0; index + 3 <= padded.length; index++)
    trigrams.add(padded.slice(index, index + 3));
  return trigrams;
}

/** Returns the similarity of two texts, from 0 to 1 (Jaccard index of their trigrams). */
export function similarityOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const trigram of a) if (b.has(trigram)) common++;
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}

/** Mixes the bits of a 32-bit number (the finalizer of MurmurHash3, public domain). */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const SEEDS = Array.from({ length: BANDS * ROWS_PER_BAND }, (_, index) => mix(index + 1));

/**
 * Returns the MinHash bands of a text (locality-sensitive hashing, Broder 1997). Similar texts
 * share some bands. `realm` identifies the organization and the source language. Texts of different
 * realms share no bands.
 */
export function bandsOf(realm: number, text: string): number[] {
  const minima = new Uint32Array(SEEDS.length).fill(0xffffffff);
  const padded = paddedOf(text);
  for (let index = 0; index + 3 <= padded.length; index++) {
    const base = hashTrigram(padded, index);
    for (let seed = 0; seed < SEEDS.length; seed++) {
      const rank = mix(base ^ SEEDS[seed]!);
      if (rank < minima[seed]!) minima[seed] = rank;
    }
  }
  return Array.from({ length: BANDS }, (_, band) => {
    const first = minima[band * ROWS_PER_BAND]!;
    const second = minima[band * ROWS_PER_BAND + 1]!;
    return mix(realm ^ mix(band ^ first ^ mix(second))) | 0;
  });
}

/** Returns the FNV-1a hash of the three characters at an index. */
function hashTrigram(text: string, at: number): number {
  let h = 0x811c9dc5;
  for (let index = at; index < at + 3; index++) {
    h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(h);
}

/**
 * Returns a number for an organization and a source language. Only texts with the same number are
 * compared.
 */
export const realmOf = (organizationId: OwnerRef, sourceLocale: string): number =>
  createHash('sha256').update(`${organizationId} ${sourceLocale}`).digest().readUInt32BE(0);
