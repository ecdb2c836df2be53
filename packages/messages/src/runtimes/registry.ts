import { android } from './android.ts';
import { angular } from './angular.ts';
import { apple } from './apple.ts';
import { chromeExtension } from './chrome-extension.ts';
import { dotnet } from './dotnet.ts';
import { fluent } from './fluent.ts';
import { flutter } from './flutter.ts';
import { formatjs } from './formatjs.ts';
import { gettext } from './gettext.ts';
import { i18nJs } from './i18n-js.ts';
import { i18next } from './i18next.ts';
import { icu4j } from './icu4j.ts';
import { javaText } from './java-text.ts';
import { laravel } from './laravel.ts';
import { lingui } from './lingui.ts';
import { messageformat } from './messageformat.ts';
import { nextIntl } from './next-intl.ts';
import { ngxTranslate } from './ngx-translate.ts';
import { paraglide } from './paraglide.ts';
import { plain } from './plain.ts';
import { polyglot } from './polyglot.ts';
import { qt } from './qt.ts';
import { rails } from './rails.ts';
import { reactI18next } from './react-i18next.ts';
import type { Runtime } from './runtime.ts';
import { svelteI18n } from './svelte-i18n.ts';
import { symfony } from './symfony.ts';
import { transloco } from './transloco.ts';
import { vueI18n } from './vue-i18n.ts';

/** The libraries that display texts, by their names in `settings.runtimes`. */
export const RUNTIMES = {
  i18next,
  'react-i18next': reactI18next,
  'next-intl': nextIntl,
  formatjs,
  'vue-i18n': vueI18n,
  messageformat,
  lingui,
  polyglot,
  'i18n-js': i18nJs,
  angular,
  'ngx-translate': ngxTranslate,
  transloco,
  paraglide,
  'svelte-i18n': svelteI18n,
  fluent,
  gettext,
  android,
  apple,
  flutter,
  'java-text': javaText,
  icu4j,
  dotnet,
  'chrome-extension': chromeExtension,
  rails,
  symfony,
  laravel,
  qt,
  plain,
} as const satisfies Record<string, Runtime>;

export type RuntimeName = keyof typeof RUNTIMES;

export const RUNTIME_NAMES = Object.keys(RUNTIMES) as RuntimeName[];
