import { createHash } from 'node:crypto';
import type { GlossaryTermHit } from '../engine.ts';

/** Prefix of the names of glossaries that this service may delete. */
export const NAME_PREFIX = 'parlance-';

/** Language codes of a glossary, as the provider spells them. */
export interface GlossaryPair {
  readonly source: string;
  readonly target: string;
}

/** Sizes that a provider accepts, in bytes. */
export interface GlossaryLimits {
  readonly maxBytes: number;
  readonly maxTermBytes: number;
}

/** The content of a glossary, and its name with the hash of the content. */
export interface NamedEntries {
  readonly pair: GlossaryPair;
  readonly name: string;
  /** Terms with their translations, without duplicates and sorted. */
  readonly entries: readonly (readonly [source: string, target: string])[];
}

/** Returns the content of a glossary with the terms that a provider accepts. */
export function nameEntries(
  pair: GlossaryPair,
  terms: readonly GlossaryTermHit[],
  limits: GlossaryLimits,
): NamedEntries {
  const entries = cleanEntries(terms, limits);
  return { pair, entries, name: glossaryName(pair, writeTsv(entries)) };
}

function glossaryName(pair: GlossaryPair, entries: string): string {
  const hash = createHash('sha256')
    .update(`${pair.source}\0${pair.target}\0${entries}`)
    .digest('hex');
  return `${NAME_PREFIX}${hash.slice(0, 40)}`;
}

/** Returns terms as lines of tab-separated values. */
export const writeTsv = (entries: NamedEntries['entries']): string =>
  entries.map((entry) => entry.join('\t')).join('\n');

/** Returns terms as lines of comma-separated values (RFC 4180). */
export const writeCsv = (lines: readonly (readonly [string, string])[]): string =>
  lines.map((line) => line.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n');

/**
 * Removes duplicates and terms that providers reject. Sorts the terms, because their order must not change the hash.
 */
function cleanEntries(
  terms: readonly GlossaryTermHit[],
  { maxBytes, maxTermBytes }: GlossaryLimits,
): NamedEntries['entries'] {
  const entries = new Map<string, [string, string]>();
  let sizeBytes = 0;
  for (const term of terms) {
    const source = cleanTerm(term.source, maxTermBytes);
    const target = cleanTerm(term.target, maxTermBytes);
    if (source === null || target === null || entries.has(source)) continue;
    sizeBytes += Buffer.byteLength(source) + Buffer.byteLength(target) + 2;
    if (sizeBytes > maxBytes) break;
    entries.set(source, [source, target]);
  }
  return [...entries.values()].sort(([a], [b]) => (a < b ? -1 : 1));
}

function cleanTerm(text: string, maxBytes: number): string | null {
  const clean = text.replace(/\s+/g, ' ').trim();
  const isUsable =
    clean !== '' &&
    !/[\u0000-\u001f\u007f-\u009f]/.test(clean) &&
    Buffer.byteLength(clean) <= maxBytes;
  return isUsable ? clean : null;
}
