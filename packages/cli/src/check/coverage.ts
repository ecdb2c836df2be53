import type { FilePlural } from '@parlance/formats';
import { familyNames, findPluralFamilies, type SaidPlural } from '@parlance/messages';
import type { Config } from '../config/config.ts';
import { type Document, textsOf } from '../sync/documents.ts';
import type { CheckContext, CheckFinding } from './check-documents.ts';

/** Finds the locales whose files translate less than `check.minimum` asks for. A locale without a file is none of them. */
export function findUncovered(
  { check }: Pick<Config, 'check'>,
  context: CheckContext,
  documents: readonly Document[],
): CheckFinding[] {
  const minimum = Object.entries(check?.minimum ?? {});
  if (minimum.length === 0) return [];
  const neededBy = requirementsOf(documents, context);
  return minimum.flatMap(([locale, least]): CheckFinding[] => {
    const own = documents.filter((one) => one.locale === locale || textsOf(one).has(locale));
    if (own.length === 0) return [];
    const needed = neededBy(locale);
    const texts = new Map(own.flatMap((one) => [...(textsOf(one).get(locale) ?? [])]));
    const done = needed.filter((name) => (texts.get(name) ?? '') !== '').length;
    const percent = needed.length === 0 ? 100 : (100 * done) / needed.length;
    if (percent >= least) return [];
    const message = `${locale} is ${Math.floor(10 * percent) / 10} % translated (${done} of ${needed.length} texts), below ${least} %`;
    const [{ path }] = own as [Document];
    return [{ code: 'below_minimum', severity: 'error', message, locale, file: path }];
  });
}

/** Returns what names the texts that a locale needs: of a plural family, those of the forms of its language. */
function requirementsOf(
  documents: readonly Document[],
  { sourceLocale, messageFormat: format }: CheckContext,
): (locale: string) => string[] {
  const names = new Set<string>();
  const said = new Map<string, SaidPlural>();
  for (const { rows, prefix } of documents) {
    for (const { name, plural, translatable, values } of rows) {
      if (plural) said.set(prefix + name, kindOf(plural));
      const source = values.find(({ localeTag }) => localeTag === sourceLocale)?.text ?? '';
      if (source !== '' && translatable !== false) names.add(prefix + name);
    }
  }
  const families = findPluralFamilies(names, {
    ...{ format, sourceLocale },
    saidOf: (name) => said.get(name) ?? null,
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

const kindOf = ({ ordinal, domain }: FilePlural): SaidPlural =>
  ordinal ? 'ordinal' : (domain ?? 'number');
