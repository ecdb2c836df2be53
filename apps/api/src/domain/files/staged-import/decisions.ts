import type { ImportChangeKind, ImportOverride } from '@parlance/contracts';
import { failAt } from '../../../errors.ts';
import { requireLocaleTag } from '../../project/index.ts';

export type Decision = 'file' | 'project';

const BY_DEFAULT: Readonly<Record<ImportChangeKind, Decision | null>> = {
  added: 'file',
  changed: 'file',
  same: 'project',
  skipped: 'project',
  archived: 'file',
  conflict: null,
};

interface Rule {
  index: number;
  take: Decision;
  locale: string | undefined;
  kind: ImportChangeKind | undefined;
}

/** Decides which changes of a staged import are applied, by the overrides in a request. */
export class Decisions {
  /** The last override that names no key, for each combination of locale and kind. */
  readonly #general = new Map<string, Rule>();
  readonly #byKey = new Map<string, Rule[]>();
  readonly #unmatched = new Set<number>();

  /** @throws `validation_failed` */
  constructor(overrides: readonly ImportOverride[]) {
    for (const [index, { take, key, locale: given, kind }] of overrides.entries()) {
      const locale =
        given === undefined ? undefined : requireLocaleTag(given, `/overrides/${index}/locale`);
      const rule = { index, take, locale, kind };
      if (key === undefined) {
        this.#general.set(`${locale ?? ''} ${kind ?? ''}`, rule);
        continue;
      }
      this.#unmatched.add(index);
      const rules = this.#byKey.get(key);
      if (rules) rules.push(rule);
      else this.#byKey.set(key, [rule]);
    }
  }

  /** Returns the decision about a change. Null for a conflict without an override. */
  of(key: string, locale: string | null, kind: ImportChangeKind): Decision | null {
    let last: Rule | null = null;
    const tags = locale === null ? [''] : ['', locale];
    if (this.#general.size > 0) {
      for (const tag of tags) {
        for (const slot of [`${tag} `, `${tag} ${kind}`]) {
          const rule = this.#general.get(slot);
          if (rule && (last === null || rule.index > last.index)) last = rule;
        }
      }
    }
    for (const rule of this.#byKey.get(key) ?? []) {
      if (rule.locale !== undefined && rule.locale !== locale) continue;
      if (rule.kind !== undefined && rule.kind !== kind) continue;
      this.#unmatched.delete(rule.index);
      if (last === null || rule.index > last.index) last = rule;
    }
    return last?.take ?? BY_DEFAULT[kind];
  }

  /**
   * Requires that each override has applied to a change. Call this after all changes were decided.
   * @throws `validation_failed`
   */
  requireMatches(): void {
    for (const index of this.#unmatched) {
      failAt(`/overrides/${index}`, 'matches no change of the import');
    }
  }
}
