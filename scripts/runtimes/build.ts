import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FormatError, type PatchRefusal } from '../../packages/formats/src/format.ts';
import { deriveFile } from '../../packages/formats/src/patch/derive.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  TEST_LIMITS,
} from '../../packages/formats/test/conformance/io.ts';
import { createRandom } from '../../packages/messages/test/adversary/random.ts';
import { SOURCE } from './entries.ts';
import { type Entry, rowsOf, textsOf, type Version } from './entry.ts';
import type { Reader, Subject, Way } from './subject.ts';

/** Entries of one file in one language. */
export interface Batch {
  readonly seed: number;
  readonly localeTag: string;
  readonly entries: readonly Entry[];
}

/** Returns the entries that a file must show, and the version of their texts. */
export function expectedOf(
  way: Way,
  { entries }: Batch,
): { entries: readonly Entry[]; version: Version } {
  if (way === 'read') return { entries, version: 'old' };
  if (way === 'written') return { entries, version: 'next' };
  if (way === 'derived' || way === 'pulled') {
    return { entries: entries.filter(({ isTranslated }) => isTranslated), version: 'next' };
  }
  return { entries: entries.filter(({ fate }) => fate !== 'removed'), version: 'next' };
}

/** Creates the file of a way. Throws if Parlance rejects one of its texts. */
export async function buildFile(
  subject: Subject,
  way: Way,
  batch: Batch,
  folder: string,
): Promise<Uint8Array> {
  const { entries, localeTag } = batch;
  if (way === 'written') return write(subject, entries, 'next', localeTag);
  if (way === 'derived') return derive(subject, batch);
  if (way === 'read') return baseOf(subject, batch, entries, 'old', localeTag);
  const old = entries.filter(({ fate }) => fate !== 'added');
  if (way === 'patched')
    return patch(subject, baseOf(subject, batch, old, 'old', localeTag), batch);
  const { rewrite, miswrites = () => false } = rewriterOf(subject)!;
  const able = old.filter(
    (entry) => !textsOf(entry, 'old').some(([name, { stored }]) => miswrites(name, stored)),
  );
  const own = join(folder, `own.${extensionOf(subject)}`);
  const other = join(folder, `other.${extensionOf(subject)}`);
  writeFileSync(own, await write(subject, able, 'old', localeTag));
  rmSync(other, { force: true });
  return patch(subject, rewrite!({ path: own, localeTag }, other), batch);
}

function baseOf(
  subject: Subject,
  { seed }: Batch,
  entries: readonly Entry[],
  version: Version,
  localeTag: string,
): Uint8Array {
  const random = createRandom(seed);
  const base = subject.baseOf({ entries, version, localeTag, random });
  return typeof base === 'string' ? Buffer.from(base) : base;
}

/** Creates the file of the source language. */
export const buildSource = (subject: Subject, batch: Batch): Uint8Array =>
  baseOf(subject, batch, batch.entries, 'source', SOURCE);

function sourceTagOf({ format }: Subject): string | null {
  return format.carries.includes('source') ? SOURCE : null;
}

const localeTagsOf = (subject: Subject, localeTag: string): string[] =>
  sourceTagOf(subject) === null || localeTag === SOURCE ? [localeTag] : [SOURCE, localeTag];

const optionsOf = (subject: Subject, localeTag: string) => ({
  ...subject.writing,
  sourceLocaleTag: SOURCE,
  // PO names a text by its source text, so it writes one locale.
  localeTags: subject.format.id === 'po' ? [localeTag] : localeTagsOf(subject, localeTag),
});

async function write(
  subject: Subject,
  entries: readonly Entry[],
  version: Version,
  localeTag: string,
): Promise<Uint8Array> {
  const rows = rowsOf(entries, version, localeTag, sourceTagOf(subject));
  return collectBytes(subject.format.write(batches(rows), optionsOf(subject, localeTag)));
}

async function patch(subject: Subject, base: Uint8Array, batch: Batch): Promise<Uint8Array> {
  const { entries, localeTag } = batch;
  const rows = rowsOf(
    entries.filter(({ fate }) => fate !== 'removed'),
    'next',
    localeTag,
    sourceTagOf(subject),
  );
  const { bytes, report } = await collectPatch(subject.format, base, rows, {
    ...optionsOf(subject, localeTag),
    ...(sourceTagOf(subject) && { referenceTag: SOURCE, localeTags: [SOURCE, localeTag] }),
    limits: TEST_LIMITS,
    missing: 'remove',
    // A pull also uses the file of the source language.
    ...(!subject.format.multiLocale && {
      sibling: baseOf(subject, batch, entries, 'source', SOURCE),
    }),
  });
  requireNone(report.refused);
  return bytes;
}

async function derive(subject: Subject, batch: Batch): Promise<Uint8Array> {
  const { entries, localeTag } = batch;
  const base = baseOf(subject, batch, entries, 'source', SOURCE);
  const translated = entries.filter(({ isTranslated }) => isTranslated);
  const rows = rowsOf(translated, 'next', localeTag, null);
  const pieces: Uint8Array[] = [];
  const derived = deriveFile(subject.format, base, batches(rows), {
    ...subject.writing,
    sourceLocaleTag: SOURCE,
    from: SOURCE,
    to: localeTag,
    limits: TEST_LIMITS,
    isRails: subject.writing.forRuby === true,
    sibling: base,
  });
  for (;;) {
    const next = await derived.next();
    if (next.done === true) {
      requireNone(next.value.refused);
      return Buffer.concat(pieces);
    }
    pieces.push(next.value);
  }
}

function requireNone(refused: readonly PatchRefusal[]): void {
  const [first] = refused;
  if (first) throw new FormatError(first.message, { path: first.path });
}

export const rewriterOf = (subject: Subject): Reader | undefined =>
  subject.readers.find(({ rewrite }) => rewrite !== undefined);

export const extensionOf = ({ format }: Subject): string => format.extensions[0];

/**
 * Returns the reason why Parlance rejects a text of an entry, or null if it accepts all texts.
 * @throws Error if the reason does not name the key
 */
export async function refusalOf(
  subject: Subject,
  entry: Entry,
  localeTag: string,
): Promise<string | null> {
  for (const version of ['source', 'old', 'next'] as const) {
    const tag = version === 'source' ? SOURCE : localeTag;
    try {
      await write(subject, [entry], version, tag);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const names = [entry.name, ...textsOf(entry, version).map(([name]) => name)];
      if (!names.includes(error.path)) {
        throw new Error(`the error does not name ${JSON.stringify(entry.name)}: ${error.message}`);
      }
      return error.message;
    }
  }
  return null;
}
