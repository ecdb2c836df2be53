import { type LocaleStyle, spellLocale } from '@parlance/formats';
import * as write from './write-files.ts';

/** A framework or platform, and the layout of its locale files. */
export interface Layout {
  readonly name: string;
  /** True if a folder may have several bundles, which may have equal keys. */
  readonly hasBundles?: true;
  /** Path of a file. The locale is null for a source file whose path contains no locale. */
  path(bundle: string, locale: string | null): string;
  write: write.WriteFile;
  /** Kind of the source file: a file of the source locale, a file without a locale, or a file with all locales. */
  readonly source: 'locale' | 'none' | 'all';
  /** True if a file of the source locale may exist beside a source file without a locale. */
  readonly hasBoth?: true;
  /** True if a source file alone does not look like a locale file. */
  readonly needsTranslation?: true;
  /** Output of tools that is never a locale file, by path. */
  compiled?(texts: write.Texts, locale: string): Record<string, string>;
}

const spell = (style: LocaleStyle) => (locale: string) => spellLocale(locale, style);
const posix = spell('posix');
const chrome = spell('chrome');
const android = spell('android');
const java = spell('java');

/** All layouts that `init` must detect. */
export const LAYOUTS: readonly Layout[] = [
  {
    name: 'vue-i18n',
    source: 'locale',
    path: (_, locale) => `src/locales/${locale}.json`,
    write: write.nestedJson,
  },
  {
    name: 'vue-i18n with lower-case regions',
    source: 'locale',
    path: (_, locale) => `src/i18n/${locale!.toLowerCase()}.json`,
    write: write.nestedJson,
  },
  {
    name: 'next-intl',
    source: 'locale',
    path: (_, locale) => `messages/${locale}.json`,
    write: write.nestedJson,
    compiled: (texts, locale) => ({ [`.next/server/${locale}.json`]: write.nestedJson(texts) }),
  },
  {
    name: 'i18next',
    hasBundles: true,
    source: 'locale',
    path: (bundle, locale) => `public/locales/${locale}/${bundle}.json`,
    write: write.nestedJson,
    compiled: (texts, locale) => ({
      [`dist/locales/${locale}/common.json`]: write.nestedJson(texts),
    }),
  },
  {
    name: 'react-intl',
    source: 'locale',
    path: (_, locale) => `lang/${locale}.json`,
    write: write.formatjs,
    compiled: (texts, locale) => ({
      [`src/messages/${locale}.json`]: write.flatJson(texts),
      [`src/ast/${locale}.json`]: write.compiledFormatjs(texts),
    }),
  },
  {
    name: 'Lingui',
    source: 'locale',
    path: (_, locale) => `src/locales/${locale}/messages.po`,
    write: write.po,
    compiled: (texts, locale) => ({
      [`src/locales/${locale}/messages.json`]: JSON.stringify({
        messages: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, [text]])),
      }),
    }),
  },
  {
    name: 'Angular',
    source: 'none',
    path: (_, locale) => `src/locale/messages${locale === null ? '' : `.${locale}`}.xlf`,
    write: write.xliff,
  },
  {
    name: 'Symfony',
    hasBundles: true,
    source: 'locale',
    path: (bundle, locale) => `translations/${bundle}.${locale}.yaml`,
    write: write.yaml,
  },
  {
    name: 'Laravel',
    source: 'locale',
    path: (_, locale) => `lang/${posix(locale!)}.json`,
    write: write.flatJson,
  },
  {
    name: 'Rails',
    hasBundles: true,
    source: 'locale',
    path: (bundle, locale) => `config/locales/${bundle}.${locale}.yml`,
    write: write.rails,
  },
  {
    name: 'Rails with folders',
    hasBundles: true,
    source: 'locale',
    path: (bundle, locale) => `config/locales/${locale}/${bundle}.${locale}.yml`,
    write: write.rails,
  },
  {
    name: 'Hugo',
    source: 'locale',
    path: (_, locale) => `i18n/${locale}.yaml`,
    write: write.yaml,
  },
  {
    name: 'Django',
    hasBundles: true,
    source: 'locale',
    path: (bundle, locale) => `shop/locale/${posix(locale!)}/LC_MESSAGES/${bundle}.po`,
    write: write.po,
  },
  {
    name: 'gettext',
    source: 'none',
    path: (_, locale) => (locale === null ? 'po/app.pot' : `po/${posix(locale)}.po`),
    write: write.po,
  },
  {
    name: 'WordPress',
    source: 'none',
    path: (_, locale) => `languages/${locale === null ? 'shop.pot' : `shop-${posix(locale)}.po`}`,
    write: write.po,
  },
  {
    name: 'Flutter',
    source: 'locale',
    path: (_, locale) => `lib/l10n/app_${chrome(locale!)}.arb`,
    write: write.arb,
  },
  {
    name: 'Android',
    source: 'none',
    path: (_, locale) =>
      `main/res/values${locale === null ? '' : `-${android(locale)}`}/strings.xml`,
    hasBoth: true,
    write: write.android,
    compiled: () => ({ 'main/res/values-night/colors.xml': '<resources/>\n' }),
  },
  {
    name: 'Apple',
    hasBundles: true,
    source: 'none',
    path: (bundle, locale) => `App/${locale ?? 'Base'}.lproj/${bundle}.strings`,
    hasBoth: true,
    write: write.strings,
  },
  {
    name: 'Apple with string catalogs',
    hasBundles: true,
    source: 'all',
    path: (bundle) => `App/${bundle}.xcstrings`,
    write: write.xcstrings,
  },
  {
    name: 'Java',
    needsTranslation: true,
    hasBundles: true,
    source: 'none',
    path: (bundle, locale) =>
      `src/main/resources/${bundle}${locale === null ? '' : `_${java(locale)}`}.properties`,
    hasBoth: true,
    write: write.properties,
    compiled: (texts) => ({ 'target/classes/common.properties': write.properties(texts) }),
  },
  {
    name: 'Java in ISO-8859-1',
    needsTranslation: true,
    source: 'none',
    path: (_, locale) => `res/texts${locale === null ? '' : `_${java(locale)}`}.properties`,
    write: write.latin1Properties,
  },
  {
    name: 'Firefox',
    hasBundles: true,
    source: 'locale',
    path: (bundle, locale) => `locales/${locale}/${bundle}.properties`,
    write: write.properties,
  },
  {
    name: '.NET',
    needsTranslation: true,
    hasBundles: true,
    source: 'none',
    path: (bundle, locale) => `Resources/${bundle}${locale === null ? '' : `.${locale}`}.resx`,
    hasBoth: true,
    write: write.resx,
  },
  {
    name: 'Windows',
    source: 'locale',
    path: (_, locale) => `Strings/${locale!.toLowerCase()}/Resources.resw`,
    write: write.resx,
  },
  {
    name: 'browser extensions',
    source: 'locale',
    path: (_, locale) => `_locales/${chrome(locale!)}/messages.json`,
    write: write.chrome,
  },
];
