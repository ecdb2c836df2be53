import { readFileSync } from 'node:fs';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`cldr-core/${name}.json`)), 'utf8'));

/** All locales of CLDR, except the root. */
export const CLDR_LOCALES: readonly string[] = read('availableLocales')
  .availableLocales.full.map((tag: string) => new Intl.Locale(tag).toString())
  .filter((tag: string) => tag !== 'und');

export const CLDR_PARENTS: Readonly<Record<string, string>> = read('supplemental/parentLocales')
  .supplemental.parentLocales.parentLocale;

/** Subtags of languages, scripts and regions with likely subtags in CLDR. */
export const CLDR_LIKELY: readonly string[] = Object.keys(
  read('supplemental/likelySubtags').supplemental.likelySubtags,
).filter((tag) => !tag.startsWith('und'));
