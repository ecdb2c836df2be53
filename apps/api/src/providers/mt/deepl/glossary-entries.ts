import { createHash } from 'node:crypto';
import type { GlossaryTermHit } from '../engine.ts';

/** Prefix of the names of glossaries that this service may delete. */
export const NAME_PREFIX = 'parlance-';
/**
 * Maximum size of a glossary, in bytes. Each text in a glossary may have 1,024 bytes
 * (developers.deepl.com, "Manage glossaries").
 */
const MAX_ENTRIES_BYTES = 10 * 1024 * 1024;
const MAX_TERM_BYTES = 1024;

/** Language codes of a glossary. They are in lower case and have no variants. */
export interface GlossaryPair {
  readonly source: string;
  readonly target: string;
}

/** The content of a glossary, and its name with the hash of the content. */
export interface NamedEntries {
  readonly pair: GlossaryPair;
  readonly name: string;
  readonly entries: string;
}

export function nameEntries(pair: GlossaryPair, terms: readonly GlossaryTermHit[]): NamedEntries {
  const entries = toTsv(terms);
  return { pair, entries, name: glossaryName(pair, entries) };
}

function glossaryName(pair: GlossaryPair, entries: string): string {
  const hash = createHash('sha256')
    .update(`${pair.source}\0${pair.target}\0${entries}`)
    .digest('hex');
  return `${NAME_PREFIX}${hash.slice(0, 40)}`;
}

/**
 * Returns terms in DeepL's TSV format, one term per line. Leaves out terms that DeepL rejects, such
 * as duplicates. Sorts the terms, because their order must not change the hash.
 */
function toTsv(terms: readonly GlossaryTermHit[]): string {
  const lines = new Map<string, string>();
  let sizeBytes = 0;
  for (const term of terms) {
    const source = cleanTerm(term.source);
    const target = cleanTerm(term.target);
    if (source === null || target === null || lines.has(source)) continue;
    const line = `${source}\t${target}`;
    sizeBytes += Buffer.byteLength(line) + 1;
    if (sizeBytes > MAX_ENTRIES_BYTES) break;
    lines.set(source, line);
  }
  return [...lines.values()].sort().join('\n');
}

function cleanTerm(text: string): string | null {
  const clean = text.replace(/\s+/g, ' ').trim();
  const isUsable =
    clean !== '' &&
    !/[\u0000-\u001f\u007f-\u009f]/.test(clean) &&
    Buffer.byteLength(clean) <= MAX_TERM_BYTES;
  return isUsable ? clean : null;
}
