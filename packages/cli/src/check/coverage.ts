import type { Config, MatchedFile } from '@parlance/config';
import type { FilePlural } from '@parlance/formats';
import { type DeclaredPlural, familyNames, findPluralFamilies } from '@parlance/messages';
import { type Document, textsOf } from '../documents/documents.ts';
import { count } from '../output/count.ts';
import type { CheckContext, CheckFinding } from './check-text.ts';

/** Finds locales in which the share of translated keys is below `check.minimum`. */
export class Coverage {
  readonly #minimum: readonly (readonly [locale: string, least: number])[];
  readonly #names = new Set<string>();
  readonly #declared = new Map<string, DeclaredPlural>();
  /** The names of the translated keys and the path of the first file, by locale. */
  readonly #done = new Map<string, { file: string; names: Set<string> }>();

  constructor({ check }: Pick<Config, 'check'>) {
    this.#minimum = Object.entries(check?.minimum ?? {});
  }

  get isEmpty(): boolean {
    return this.#minimum.length === 0;
  }

  add(document: Document, { sourceLocale }: CheckContext): void {
    const { rows, prefix, path } = document;
    for (const { name, plural, translatable, values } of rows) {
      if (plural) this.#declared.set(prefix + name, kindOf(plural));
      const source = values.find(({ localeTag }) => localeTag === sourceLocale)?.text ?? '';
      if (source !== '' && translatable !== false) this.#names.add(prefix + name);
    }
    for (const [locale, texts] of textsOf(document)) {
      const done = this.#namesDone(locale, path);
      for (const [name, text] of texts) if (text !== '') done?.add(name);
    }
  }

  /** Adds a valid file, which has texts only if they were added with {@link add}. */
  addFile({ locale, path }: Pick<MatchedFile, 'locale' | 'path'>): void {
    if (locale !== null) this.#namesDone(locale, path);
  }

  /** Returns the names of the translated keys in a locale. Undefined if it needs no minimum. */
  #namesDone(locale: string, file: string): Set<string> | undefined {
    if (!this.#minimum.some(([code]) => code === locale)) return undefined;
    const done = this.#done.get(locale) ?? { file, names: new Set() };
    this.#done.set(locale, done);
    return done.names;
  }

  findings(context: CheckContext): CheckFinding[] {
    const neededBy = requirementsOf(this.#names, this.#declared, context);
    return this.#minimum.flatMap(([locale, least]): CheckFinding[] => {
      const doneKeys = this.#done.get(locale);
      if (!doneKeys) return [];
      const needed = neededBy(locale);
      const done = needed.filter((name) => doneKeys.names.has(name)).length;
      const percent = needed.length === 0 ? 100 : (100 * done) / needed.length;
      if (percent >= least) return [];
      const message = `${locale} is ${Math.floor(10 * percent) / 10} % translated (${done} of ${count(needed.length, 'text')}), below ${least} %`;
      return [{ code: 'below_minimum', severity: 'error', message, locale, file: doneKeys.file }];
    });
  }
}

/**
 * Returns a function that lists the key names that a locale needs. For a plural family, these are
 * the forms that exist in the language of the locale.
 */
export function requirementsOf(
  names: ReadonlySet<string>,
  declared: ReadonlyMap<string, DeclaredPlural>,
  { sourceLocale, messageFormat: format }: Pick<CheckContext, 'sourceLocale' | 'messageFormat'>,
): (locale: string) => string[] {
  const families = findPluralFamilies(names, {
    format,
    sourceLocale,
    declaredOf: (name) => declared.get(name) ?? null,
  });
  const isEverywhere = new Set(
    [...families.values()].flatMap(({ family, everywhere }) => (everywhere ? [family] : [])),
  );
  return (locale) => [
    ...new Set(
      [...names].flatMap((name) => {
        const member = families.get(name);
        if (!member) return [name];
        const forms = familyNames(member, locale, isEverywhere.has(member.family));
        return forms.map((form) => form.name);
      }),
    ),
  ];
}

export const kindOf = ({ ordinal, domain }: FilePlural): DeclaredPlural =>
  ordinal ? 'ordinal' : (domain ?? 'number');
