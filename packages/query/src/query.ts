/** Limits of a query. The length is in UTF-16 code units. */
export const QUERY_LIMITS = { length: 2000, terms: 20 } as const;

export const STATUSES = [
  'missing',
  'needs-review',
  'translated',
  'reviewed',
  'outdated',
  'failing',
  'untranslatable',
  'question',
] as const;
export type Status = (typeof STATUSES)[number];

export const ORIGINS = ['import', 'manual', 'machine', 'memory'] as const;
export type Origin = (typeof ORIGINS)[number];

export const FEATURES = ['plural', 'description', 'proposal', 'comment'] as const;
export type Feature = (typeof FEATURES)[number];

export const COMPARISONS = ['>=', '<=', '>', '<', '='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A condition on a row. If it has several values in `anyOf`, one of them must apply. */
export type Condition =
  /**
   * `word "a phrase"`: the text occurs in the key name, in the source string or in a requested
   * locale.
   */
  | { readonly field: 'text'; readonly text: string }
  /** `source:save`: the text occurs in the source string. */
  | { readonly field: 'source'; readonly text: string }
  /**
   * `de:"Speichern"`: the text occurs in a locale. `@is:texti` searches the locale `is`, because
   * `is:` is a field.
   */
  | { readonly field: 'locale'; readonly locale: string; readonly text: string }
  /** `key:menu.*`: the whole key name matches. `pieces` are the parts between wildcards. */
  | { readonly field: 'key'; readonly pieces: readonly string[] }
  /** Condition such as `tag:legacy`: the key has at least one of the tags. */
  | { readonly field: 'tag'; readonly anyOf: readonly string[] }
  /**
   * `has:plural`: the row has at least one of the features, such as a plural. `has:proposal`: an open
   * proposal in one of the locales. `has:comment`: a comment on the key, or on its value in one of the
   * locales.
   */
  | { readonly field: 'has'; readonly anyOf: readonly Feature[] }
  /**
   * `is:missing|outdated`: a value has one of the statuses. `is:question`: an open question about the
   * value or its key.
   */
  | { readonly field: 'is'; readonly anyOf: readonly Status[] }
  /** `check:tag_missing`: a value has a finding of one of the checks. */
  | { readonly field: 'check'; readonly anyOf: readonly string[] }
  /** `origin:machine`: a value has one of the origins. */
  | { readonly field: 'origin'; readonly anyOf: readonly Origin[] }
  /** `by:ada`: the name of the user who last wrote the value contains the text. */
  | { readonly field: 'by'; readonly text: string }
  /**
   * `changed:>2026-11-01`: the time of the last change, compared with an ISO 8601 day in UTC or a
   * time with an offset.
   */
  | { readonly field: 'changed'; readonly comparison: Comparison; readonly time: string }
  /** `change:<id>`: the value belongs to the change with this id. */
  | { readonly field: 'change'; readonly id: string }
  /** `length:>80`: the length of the text in code points. */
  | { readonly field: 'length'; readonly comparison: Comparison; readonly length: number };

export interface Term {
  readonly condition: Condition;
  readonly isNegated: boolean;
  /** Start of the term in the query, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** A parsed query. A row must meet all terms. */
export interface Query {
  readonly terms: readonly Term[];
  /**
   * `all`: the values in all locales must meet the conditions. `any`: the value in one locale is
   * sufficient.
   */
  readonly locales: 'any' | 'all';
  readonly matchesCase: boolean;
  readonly matchesWords: boolean;
}

export const EMPTY_QUERY: Query = {
  terms: [],
  locales: 'any',
  matchesCase: false,
  matchesWords: false,
};

/** An error in a query, with its range in UTF-16 code units. `end` is exclusive. */
export interface QueryFault {
  /**
   * End of a message whose beginning quotes the invalid part of the query, such as "is not closed".
   */
  readonly message: string;
  readonly start: number;
  readonly end: number;
}
