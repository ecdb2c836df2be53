import { isSameLocale, lookupTags, standInTags } from '@parlance/locales';
import { formerLookupTags, formerStandInTags } from './former-lookup-tags.ts';

/** Requested locales for which apps get the bundle of another locale than before the upgrade. */
export interface LookUpChange {
  /** The requested tags. Tags that mean the same as the locale of the bundle come first. */
  readonly asked: readonly string[];
  /** Locale of the bundle before the upgrade. Null if there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A locale that takes missing strings from other locales than before, in this order. */
export interface StandInChange {
  readonly locale: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const REGIONS = [
  ...LETTERS.flatMap((one) => LETTERS.map((other) => one + other)),
  '001',
  '150',
  '419',
].filter((region) => region !== 'ZZ' && regionNames.of(region) !== undefined);

interface AskedTag {
  readonly tag: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Tags of each language whose look-up has changed. They are cached, because they are the same for
 * all projects of a report.
 */
const askedTags = new Map<string, readonly AskedTag[]>();

function askedTagsOf(language: string): readonly AskedTag[] {
  const cachedTags = askedTags.get(language);
  if (cachedTags !== undefined) return cachedTags;
  const scripts = REGIONS.map((region) => scriptOf(`${language}-${region}`));
  const bases = [language, ...new Set(scripts.map((script) => `${language}-${script}`))];
  const tags = bases.flatMap((base) => [base, ...REGIONS.map((region) => `${base}-${region}`)]);
  const asked = tags
    .map((tag) => ({ tag, before: formerLookupTags(tag), after: lookupTags(tag) }))
    .filter(({ before, after }) => before.join() !== after.join());
  askedTags.set(language, asked);
  return asked;
}

const scriptOf = (tag: string): string => new Intl.Locale(tag).maximize().script ?? 'Latn';

/**
 * Returns the changes in the look-up of bundles with these locales. Compares the tags for all
 * regions and likely scripts of the locales' languages.
 */
export function compareLookUps(locales: readonly string[]): LookUpChange[] {
  const released = new Set(locales);
  const languages = new Set(
    locales.flatMap((tag) => [tag, ...lookupTags(tag)].map((tag) => tag.replace(/-.*/, ''))),
  );
  const changes = new Map<string, LookUpChange & { asked: string[] }>();
  for (const { tag, ...chains } of [...languages].flatMap(askedTagsOf)) {
    const [before, after] = [chains.before, chains.after].map(
      (tags) => tags.find((tag) => released.has(tag)) ?? null,
    ) as [string | null, string | null];
    if (before === after) continue;
    const name = `${before} ${after}`;
    const change = changes.get(name) ?? { asked: [], before, after };
    changes.set(name, change);
    change.asked.push(tag);
  }
  const isUsual = (tag: string, found: string | null) => found !== null && isSameLocale(tag, found);
  return [...changes.values()].map(({ asked, before, after }) => ({
    asked: asked.toSorted((a, b) => Number(isUsual(b, after)) - Number(isUsual(a, after))),
    before,
    after,
  }));
}

/** Returns the given locales whose missing strings come from other locales after the upgrade than before. */
export function compareStandIns(locales: readonly string[]): StandInChange[] {
  const among = (tags: readonly string[]) => tags.filter((tag) => locales.includes(tag));
  return locales
    .map((locale) => ({
      locale,
      before: among(formerStandInTags(locale)),
      after: among(standInTags(locale)),
    }))
    .filter(({ before, after }) => before.join() !== after.join());
}
