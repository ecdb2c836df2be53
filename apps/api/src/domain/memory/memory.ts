import { type MessageFormat, maskText, type PluralCategory, unmaskInto } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { findExamples, type MemoryExample } from './find-examples.ts';
import { findByHash, type MemoryScope } from './memory.store.ts';
import { hashMasked, hashSource } from './memory-hash.ts';

/** A text that may have been translated before. */
export interface MemoryQuery {
  readonly text: string;
  /** The form that it is to become, where it is one of a plural family. */
  readonly plural?: { readonly category: PluralCategory };
}

export interface MemoryOptions {
  readonly messageFormat: MessageFormat;
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

/** Earlier translations that people made or approved. */
export interface Memory {
  /** What is remembered for each text; undefined where nothing is. */
  find(
    queries: readonly MemoryQuery[],
    options: MemoryOptions,
  ): Promise<readonly (string | undefined)[]>;
  /** Translations of similar texts, for each text the best ones. */
  findExamples(
    texts: readonly string[],
    options: MemoryOptions,
  ): Promise<readonly (readonly MemoryExample[])[]>;
}

/** Texts of one query: masking them holds the event loop. */
const TEXTS_AT_ONCE = 250;

/**
 * The translation memory of an organization: the values that lie beside the keys of its projects. It
 * answers with what was written for the same text, or for one that differs in its placeholders only.
 */
export function openMemory(db: Db, scope: MemoryScope): Memory {
  return {
    async find(queries, { messageFormat, sourceLocale, targetLocale }) {
      const texts: (string | undefined)[] = queries.map(() => undefined);
      const findAll = async (
        indexes: readonly number[],
        by: 'source_hash' | 'masked_hash',
      ): Promise<void> => {
        if (indexes.length === 0) return;
        const hashes = indexes.map((index) => {
          const { text } = queries[index]!;
          return by === 'source_hash'
            ? hashSource(sourceLocale, text)
            : hashMasked(sourceLocale, maskText(text, messageFormat));
        });
        const found = await findByHash(db, scope, targetLocale, by, hashes);
        indexes.forEach((index, at) => {
          const { text, plural } = queries[index]!;
          for (const entry of found.get(at) ?? []) {
            if (entry.plural_category !== (plural?.category ?? null)) continue;
            const target = unmaskInto(entry.target, entry.source, text, messageFormat);
            if (target === null) continue;
            texts[index] = target;
            return;
          }
        });
      };
      // A text without words is its own translation.
      const worded = [...queries.keys()].filter((index) => /\p{L}/u.test(queries[index]!.text));
      for (let from = 0; from < worded.length; from += TEXTS_AT_ONCE) {
        const part = worded.slice(from, from + TEXTS_AT_ONCE);
        await findAll(part, 'source_hash');
        await findAll(
          part.filter((index) => texts[index] === undefined),
          'masked_hash',
        );
      }
      return texts;
    },
    findExamples: (texts, options) => findExamples(db, scope, texts, options),
  };
}
