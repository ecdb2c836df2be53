import { FluentBundle, FluentResource } from '@fluent/bundle';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { I18n } from 'i18n-js';
import { IntlMessageFormat } from 'intl-messageformat';
import Polyglot from 'node-polyglot';
import { get } from 'svelte/store';
import { _, addMessages, init } from 'svelte-i18n';
import { createTranslator } from 'use-intl';
import { createI18n } from 'vue-i18n';
import { showNgxTranslate, showTransloco } from './show-angular.ts';
import { i18nextWith, showReactI18next } from './show-react.ts';
import type { Given, Show } from './shown.ts';

const KEY = 'text.key';
/** A text that other texts link to, and its output. */
const LINKED = { key: 'menu.file', shown: '⟦linked⟧' };
const ELEMENTS = ['b', 'lnk'] as const;
const elements = Object.fromEntries(
  ELEMENTS.map((name) => [
    name,
    (parts: unknown) => `⟦${name}⟧${[parts].flat().join('')}⟦/${name}⟧`,
  ]),
);

const silent = { missingWarn: false, fallbackWarn: false, warnHtmlMessage: false };

/** Throws the warnings of svelte-i18n: after a warning, it shows the text as it is stored. */
function withThrownWarnings(show: () => string): string {
  const { warn } = console;
  console.warn = (said: unknown) => {
    throw new Error(String(said));
  };
  try {
    return show();
  } finally {
    console.warn = warn;
  }
}

export const LIBRARIES = {
  'vue-i18n': (text, locale, given) => {
    const messages = { [locale]: { [KEY]: text, [LINKED.key]: LINKED.shown } };
    const options = { legacy: false, locale, messages, flatJson: true, ...silent } as const;
    const { t } = createI18n(options).global as unknown as {
      t(key: string, given: Given, count: number): string;
    };
    return t(KEY, given, Number(given.n));
  },
  formatjs: (text, locale, given) =>
    [new IntlMessageFormat(text, locale).format({ ...given, ...elements })].flat().join(''),
  'next-intl': (text, locale, given) => {
    const onError = (error: unknown): never => {
      throw error;
    };
    const t = createTranslator({ locale, messages: { text }, onError });
    return t.markup('text', { ...given, ...elements } as never);
  },
  'svelte-i18n': (text, locale, given) => {
    init({ fallbackLocale: locale, initialLocale: locale, warnOnMissingMessages: false });
    addMessages(locale, { [KEY]: text });
    return withThrownWarnings(() => get(_)(KEY, { values: given }));
  },
  lingui: (text, locale, given) =>
    setupI18n({ locale, messages: { [locale]: { [KEY]: compileMessage(text) } } })._(KEY, given),
  polyglot: (text, locale, given) =>
    new Polyglot({ phrases: { [KEY]: text }, locale }).t(KEY, {
      ...given,
      smart_count: Number(given.n),
    }),
  'i18n-js': (text, locale, given) => {
    const i18n = new I18n({ [locale]: { text } });
    i18n.locale = locale;
    return i18n.t('text', given);
  },
  i18next: (text, locale, given) =>
    i18nextWith(KEY, text, locale).t(KEY, { ...given, count: Number(given.n) }),
  'react-i18next': showReactI18next,
  'ngx-translate': showNgxTranslate,
  transloco: showTransloco,
  fluent: (text, locale, given) => {
    const bundle = new FluentBundle(locale, { useIsolating: false });
    const entry = `text = ${text.replaceAll('\n', '\n    ')}`;
    bundle.addResource(new FluentResource(entry));
    const pattern = bundle.getMessage('text')?.value;
    if (!pattern) throw new Error('the library does not read the text');
    // Without a list for errors, the library throws.
    return bundle.formatPattern(pattern, given);
  },
} as const satisfies Record<string, Show>;

/** All tested libraries. Angular and Paraglide are too large for this workspace, so their scripts install them. */
export type Library = keyof typeof LIBRARIES | 'angular' | 'paraglide';
