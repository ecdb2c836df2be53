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

/** One condition on a row. A condition with `anyOf` is met if one of the alternatives is. */
export type Condition =
  /** `word "a phrase"`: occurs in the name, the source string or a string in a requested locale. */
  | { readonly field: 'text'; readonly text: string }
  /** `source:save`: occurs in the source string. */
  | { readonly field: 'source'; readonly text: string }
  /** `de:"Speichern"`: occurs in a locale. `@is:texti` is for a locale with the name of a field. */
  | { readonly field: 'locale'; readonly locale: string; readonly text: string }
  /** `key:menu.*`: the whole name, divided at the wildcards. */
  | { readonly field: 'key'; readonly pieces: readonly string[] }
  /** `tag:legacy`: has one of the tags. */
  | { readonly field: 'tag'; readonly anyOf: readonly string[] }
  /** `has:plural`: has one of the features. */
  | { readonly field: 'has'; readonly anyOf: readonly Feature[] }
  /** `is:missing|outdated`: has one of the statuses. */
  | { readonly field: 'is'; readonly anyOf: readonly Status[] }
  /** `check:tag_missing`: has a finding of one of the checks. */
  | { readonly field: 'check'; readonly anyOf: readonly string[] }
  /** `origin:machine`: has one of the origins. */
  | { readonly field: 'origin'; readonly anyOf: readonly Origin[] }
  /** `by:ada`: the name of the last writer contains the text. */
  | { readonly field: 'by'; readonly text: string }
  /** `changed:>2026-11-01`: an ISO 8601 day in UTC, or a time with an offset. */
  | { readonly field: 'changed'; readonly comparison: Comparison; readonly time: string }
  /** `change:<id>`: belongs to the change. */
  | { readonly field: 'change'; readonly id: string }
  /** `length:>80`: length in code points. */
  | { readonly field: 'length'; readonly comparison: Comparison; readonly length: number };

export interface Term {
  readonly condition: Condition;
  /** True for a term that begins with `-`. */
  readonly isNegated: boolean;
  /** Place in the query in UTF-16 code units. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A parsed query. A row must meet all terms. */
export interface Query {
  readonly terms: readonly Term[];
  /** `all` if every locale must meet the conditions on values, `any` if one locale suffices. */
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

/** A fault in a query, with its place in UTF-16 code units. `end` is exclusive. */
export interface QueryFault {
  /** Message that completes a sentence about the faulty part, such as "is not closed". */
  readonly message: string;
  readonly start: number;
  readonly end: number;
}
