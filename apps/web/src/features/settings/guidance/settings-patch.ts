import type {
  LocaleTranslationSettings,
  TranslationSettings,
  TranslationSettingsChange,
} from '@parlance/contracts';

export const NO_LOCALE_SETTINGS: LocaleTranslationSettings = {
  instructions: null,
  reference: null,
  engines: null,
};

/** Returns the JSON merge patch (RFC 7396) that turns the settings `before` into the settings `after`. */
export function patchBetween(
  before: TranslationSettings,
  after: TranslationSettings,
): TranslationSettingsChange {
  const { locales: localesBefore, ...ownBefore } = before;
  const { locales: localesAfter, ...ownAfter } = after;
  const tags = new Set([...Object.keys(localesBefore), ...Object.keys(localesAfter)]);
  const locales = [...tags].flatMap((tag) => {
    const changes = changesOf(
      localesBefore[tag] ?? NO_LOCALE_SETTINGS,
      localesAfter[tag] ?? NO_LOCALE_SETTINGS,
    );
    return Object.keys(changes).length === 0 ? [] : [[tag, changes] as const];
  });
  return {
    ...changesOf(ownBefore, ownAfter),
    ...(locales.length > 0 ? { locales: Object.fromEntries(locales) } : {}),
  };
}

function changesOf<Members extends object>(before: Members, after: Members): Partial<Members> {
  const names = (Object.keys(after) as (keyof Members)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<Members>;
}
