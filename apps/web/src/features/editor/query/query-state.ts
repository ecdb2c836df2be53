import { parseQuery, type Query } from '@parlance/query';

/** A condition or an option of a query, with its position in the text of the query. */
export interface QueryPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const FLAGS = ['any:', 'all:', 'case:', 'word:'] as const;

/**
 * Returns the conditions and options of a query in the order of its text. Returns an empty list if the query is
 * invalid.
 */
export function partsOf(text: string): readonly QueryPart[] {
  const { query } = parseQuery(text);
  if (!query) return [];
  const terms = query.terms.map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
  const flags: QueryPart[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    const [word] = match;
    const start = match.index;
    const isInTerm = terms.some((term) => start >= term.start && start < term.end);
    if (!isInTerm && FLAGS.some((flag) => flag === word.toLowerCase())) {
      flags.push({ text: word, start, end: start + word.length });
    }
  }
  return [...terms, ...flags].sort((a, b) => a.start - b.start);
}

/** Returns the text of the query without one of its conditions or options. */
export const withoutPart = (text: string, { start, end }: QueryPart): string =>
  `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();

/** Removes a condition or an option from the text of a query. If the query does not contain it, adds it. */
export function togglePart(text: string, part: string): string {
  const samePart = partsOf(text).find((own) => own.text.toLowerCase() === part.toLowerCase());
  return samePart ? withoutPart(text, samePart) : `${text.trim()} ${part}`.trim();
}

const WHOLE_NAME = /^key:[^"*\s]*[^"*\s./]$/i;

/**
 * Returns queries for the names that begin with a name in the query: first the names below it, such as `key:menu.*`,
 * and then all names, such as `key:menu*`. Returns an empty list if the query contains no whole name.
 */
export function withNamesBelow(text: string): readonly string[] {
  const part = partsOf(text).find((part) => WHOLE_NAME.test(part.text));
  if (!part) return [];
  return ['.*', '*'].map((rest) => text.slice(0, part.end) + rest + text.slice(part.end));
}

/**
 * Returns the query with or without the option `all:`. With it, conditions on values apply to all displayed locales.
 * Without it, they apply to any displayed locale.
 */
export function withLocales(text: string, locales: Query['locales']): string {
  const flag = partsOf(text).find((part) => /^(?:any|all):$/i.test(part.text));
  const rest = flag ? withoutPart(text, flag) : text;
  return locales === 'all' ? `${rest.trim()} all:`.trim() : rest.trim();
}

const KEY_PREFIX = /^key:([^"\s]*)\*$/i;

/**
 * Converts a prefix for use in a query. Characters that the query language does not allow in names become wildcards.
 */
export const spellPrefix = (prefix: string): string => prefix.replace(/[^\p{L}\p{N}_./-]/gu, '*');

/**
 * Returns the prefix that a query requires of the names of keys, as spelled in the query. Returns null if the query
 * requires no prefix.
 */
export function prefixOf(text: string): string | null {
  for (const part of partsOf(text)) {
    const match = KEY_PREFIX.exec(part.text);
    if (match) return match[1]!;
  }
  return null;
}

/**
 * Returns the query with the condition that names begin with a prefix. If the prefix is null, returns the query without
 * such a condition.
 */
export function withPrefix(text: string, prefix: string | null): string {
  const prefixPart = partsOf(text).find((part) => KEY_PREFIX.test(part.text));
  const rest = prefixPart ? withoutPart(text, prefixPart) : text.trim();
  return prefix === null ? rest : `${rest} key:${spellPrefix(prefix)}*`.trim();
}
