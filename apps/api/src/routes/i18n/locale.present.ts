import type { Locale } from '@parlance/contracts';
import { pluralCategories } from '@parlance/messages';
import { directionOf } from '../../domain/locale/locale-tag.ts';
import type { LocaleView } from '../../domain/locale/view-locales.ts';

export const presentLocale = (locale: LocaleView): Locale => ({
  code: locale.code,
  name: locale.name,
  enabled: locale.enabled,
  isSource: locale.is_source,
  direction: directionOf(locale.code),
  pluralCategories: [...pluralCategories(locale.code)],
  counts: locale.counts,
});
