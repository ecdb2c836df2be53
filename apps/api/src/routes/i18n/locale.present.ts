import type { Locale } from '@parlance/contracts';
import { pluralCategories } from '@parlance/messages';
import { directionOf, type LocaleView } from '../../domain/project/index.ts';

export const presentLocale = (locale: LocaleView): Locale => ({
  code: locale.code,
  name: locale.name,
  enabled: locale.enabled,
  isSource: locale.is_source,
  direction: directionOf(locale.code),
  pluralCategories: [...pluralCategories(locale.code)],
  counts: locale.counts,
});
