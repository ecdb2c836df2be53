import type { Locale } from '@parlance/contracts';
import { pluralCategories } from '@parlance/messages';
import { membersOf } from '../../domain/kernel/index.ts';
import { directionOf, LOCALE, type LocaleView } from '../../domain/project/index.ts';

export const presentLocale = (locale: LocaleView): Locale => ({
  ...membersOf(LOCALE, locale),
  isSource: locale.is_source,
  direction: directionOf(locale.code),
  pluralCategories: [...pluralCategories(locale.code)],
  counts: locale.counts,
});
