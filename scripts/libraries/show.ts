import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { I18n } from 'i18n-js';
import { createInstance } from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import Polyglot from 'node-polyglot';
import { createTranslator } from 'use-intl';
import { createI18n } from 'vue-i18n';

/** Values that a program gives to a text, by name. `n` is the number that chooses a form. */
export type Given = Readonly<Record<string, string | number>>;

/** Shows a text as an app does. Throws what the library throws. */
export type Show = (text: string, locale: string, given: Given) => string;

const KEY = 'text.key';
/** A text to which other texts link, and what it shows. */
const LINKED = { key: 'menu.file', shown: '⟦linked⟧' };
const ELEMENTS = ['b', 'lnk'] as const;
const elements = Object.fromEntries(
  ELEMENTS.map((name) => [
    name,
    (parts: unknown) => `⟦${name}⟧${[parts].flat().join('')}⟦/${name}⟧`,
  ]),
);

const silent = { missingWarn: false, fallbackWarn: false, warnHtmlMessage: false };

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
  'svelte-i18n': (text, locale, given) =>
    String(new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format(given)),
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
  i18next: (text, locale, given) => {
    const resources = { [locale]: { translation: { [KEY]: text } } };
    const interpolation = { escapeValue: false };
    const app = createInstance({ lng: locale, resources, interpolation, keySeparator: false });
    void app.init();
    return app.t(KEY, { ...given, count: Number(given.n) });
  },
} as const satisfies Record<string, Show>;

export type Library = keyof typeof LIBRARIES;
