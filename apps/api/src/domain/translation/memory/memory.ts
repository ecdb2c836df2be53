import type { MessageFormat, PluralCategory } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import { hashSource, mask, unmask } from '../../content/index.ts';
import { findEqual, hasEntries } from './find-entries.ts';
import { findExamples, type MemoryExample } from './find-examples.ts';
import type { MemoryEntry, MemoryScope, SoughtText } from './memory.store.ts';

export interface MemoryQuery {
  readonly text: string;
  readonly plural?: { readonly category: PluralCategory };
}

export interface MemoryOptions {
  readonly messageFormat: MessageFormat;
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

export interface Memory {
  /** For each text, returns a translation, or undefined if there is none. */
  find(
    queries: readonly MemoryQuery[],
    options: MemoryOptions,
  ): Promise<readonly (string | undefined)[]>;
  /** Returns translations of similar texts, the most similar first. */
  findExamples(
    texts: readonly string[],
    options: MemoryOptions,
  ): Promise<readonly (readonly MemoryExample[])[]>;
}

const TEXTS_AT_ONCE = 250;

/**
 * Opens the translation memory of an organization: translations in its projects and imported
 * translations. `find` searches for source texts that equal a text, apart from placeholders.
 */
export function openMemory(db: Db, scope: MemoryScope): Memory {
  const inUse = new Map<string, Promise<boolean>>();
  /**
   * True if the translation memory has any translation into the locale. If not, no search is
   * needed.
   */
  const isInUse = (targetLocale: string): Promise<boolean> => {
    const cachedUse = inUse.get(targetLocale) ?? hasEntries(db, scope, targetLocale);
    inUse.set(targetLocale, cachedUse);
    return cachedUse;
  };
  return {
    async find(queries, options) {
      const texts: (string | undefined)[] = queries.map(() => undefined);
      if (!(await isInUse(options.targetLocale))) return texts;
      const worded = [...queries.keys()].filter((index) => /\p{L}/u.test(queries[index]!.text));
      const yieldToLoop = createYieldToLoop(null);
      for (let from = 0; from < worded.length; from += TEXTS_AT_ONCE) {
        const part = worded.slice(from, from + TEXTS_AT_ONCE);
        const sought: SoughtText[] = [];
        for (const index of part) {
          sought.push(await soughtOf(queries[index]!.text, options));
          await yieldToLoop();
        }
        const found = await findEqual(db, scope, options.targetLocale, sought);
        for (const [at, entries] of found) {
          texts[part[at]!] = await takeFrom(entries, queries[part[at]!]!, options);
          await yieldToLoop();
        }
      }
      return texts;
    },
    async findExamples(texts, options) {
      if (!(await isInUse(options.targetLocale))) return texts.map(() => []);
      return findExamples(db, scope, texts, options);
    },
  };
}

const soughtOf = async (
  text: string,
  { sourceLocale, messageFormat }: Omit<MemoryOptions, 'targetLocale'>,
): Promise<SoughtText> => ({
  sourceHash: hashSource(sourceLocale, text),
  maskedHash: hashSource(sourceLocale, await mask(text, messageFormat)),
});

/**
 * Returns the first translation that has the placeholders and the plural form of the requested
 * text. Undefined if there is none.
 */
async function takeFrom(
  entries: readonly MemoryEntry[],
  { text, plural }: MemoryQuery,
  { messageFormat }: MemoryOptions,
): Promise<string | undefined> {
  for (const entry of entries) {
    if (entry.plural_category !== (plural?.category ?? null)) continue;
    const target = await unmask(entry.target, entry.source, text, messageFormat);
    if (target !== null) return target;
  }
  return undefined;
}
