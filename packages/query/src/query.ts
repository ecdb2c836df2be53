/** Limits of a query. `length` is in UTF-16 code units. */
export const QUERY_LIMITS = { length: 2000, terms: 20 } as const;

export const STATUSES = [
  'missing',
  'needs-review',
  'translated',
  'reviewed',
  'outdated',
  'failing',
  'untranslatable',
] as const;
export type Status = (typeof STATUSES)[number];

export const ORIGINS = ['import', 'manual', 'machine', 'memory'] as const;
export type Origin = (typeof ORIGINS)[number];

export const FEATURES = ['plural', 'description'] as const;
export type Feature = (typeof FEATURES)[number];

export const COMPARISONS = ['>=', '<=', '>', '<', '='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** One condition on a row. Conditions with `anyOf` hold if one of the alternatives does. */
export type Condition =
  /** `word "a phrase"`: in the name, the source string or a string in an asked locale. */
  | { readonly field: 'text'; readonly text: string }
  /** `source:save` */
  | { readonly field: 'source'; readonly text: string }
  /** `de:"Speichern"`; `@is:texti` for a locale that is called like another field. */
  | { readonly field: 'locale'; readonly locale: string; readonly text: string }
  /** `key:menu.*`: the whole name, in pieces between the wildcards. */
  | { readonly field: 'key'; readonly pieces: readonly string[] }
  /** `tag:legacy` */
  | { readonly field: 'tag'; readonly anyOf: readonly string[] }
  /** `has:plural` */
  | { readonly field: 'has'; readonly anyOf: readonly Feature[] }
  /** `is:missing|outdated` */
  | { readonly field: 'is'; readonly anyOf: readonly Status[] }
  /** `check:tag_missing` */
  | { readonly field: 'check'; readonly anyOf: readonly string[] }
  /** `origin:machine` */
  | { readonly field: 'origin'; readonly anyOf: readonly Origin[] }
  /** `by:ada`: part of the name of the last writer. */
  | { readonly field: 'by'; readonly text: string }
  /** `changed:>2026-11-01`: an ISO 8601 day in UTC or a time with an offset. */
  | { readonly field: 'changed'; readonly comparison: Comparison; readonly time: string }
  /** `change:<id>` */
  | { readonly field: 'change'; readonly id: string }
  /** `length:>80`, in code points. */
  | { readonly field: 'length'; readonly comparison: Comparison; readonly length: number };

export interface Term {
  readonly condition: Condition;
  /** True for a term that begins with `-`. */
  readonly isNegated: boolean;
  /** Place in the query, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A parsed query. A row has to meet all terms. */
export interface Query {
  readonly terms: readonly Term[];
  /** True if every locale has to meet the conditions on values, false if one is enough. */
  readonly locales: 'any' | 'all';
  readonly matchesCase: boolean;
  /** True if texts match whole words only. */
  readonly matchesWords: boolean;
}

export const EMPTY_QUERY: Query = {
  terms: [],
  locales: 'any',
  matchesCase: false,
  matchesWords: false,
};

/** A fault in a query, with its place in UTF-16 code units; `end` is exclusive. */
export interface QueryFault {
  /** A predicate that follows the faulty part, such as "is not closed". */
  readonly message: string;
  readonly start: number;
  readonly end: number;
}
