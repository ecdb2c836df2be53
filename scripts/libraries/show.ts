// Angular's libraries are compiled when they are loaded.
import '@angular/compiler';
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  type EnvironmentProviders,
  Injector,
  type Provider,
  ɵINJECTOR_SCOPE,
} from '@angular/core';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { provideTransloco, TranslocoService } from '@jsverse/transloco';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { provideTranslateService, TranslateService } from '@ngx-translate/core';
import { I18n } from 'i18n-js';
import { createInstance, type i18n } from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import Polyglot from 'node-polyglot';
import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Trans } from 'react-i18next';
import { get } from 'svelte/store';
import { _, addMessages, init } from 'svelte-i18n';
import { createTranslator } from 'use-intl';
import { createI18n } from 'vue-i18n';

/** Values that a program passes to a text, by name. `n` is the number that selects a plural form. */
export type Given = Readonly<Record<string, string | number>>;

/**
 * Shows a text as an app does, and throws the errors of the library. `source` is the developers' text: the app has
 * elements for its tags.
 */
export type Show = (text: string, locale: string, given: Given, source: string) => string;

const KEY = 'text.key';
type Texts = Readonly<Record<string, string>>;

/** Creates the services of an app without its pages. */
const servicesOf = (
  ...provided: readonly (Provider | EnvironmentProviders)[]
): EnvironmentInjector =>
  createEnvironmentInjector(
    [{ provide: ɵINJECTOR_SCOPE, useValue: 'root' }, ...provided],
    Injector.NULL as EnvironmentInjector,
  );

export function ngxTranslateOf(locale: string, texts: Texts): TranslateService {
  const service = servicesOf(provideTranslateService({})).get(TranslateService);
  service.setTranslation(locale, { ...texts });
  service.use(locale);
  return service;
}

export function translocoOf(locale: string, texts: Texts, options: object = {}): TranslocoService {
  const config = { availableLangs: [locale], defaultLang: locale, prodMode: true };
  const missingHandler = { logMissingKey: false, ...options };
  const service = servicesOf(provideTransloco({ config: { ...config, missingHandler } })).get(
    TranslocoService,
  );
  service.setTranslation({ ...texts }, locale);
  service.setActiveLang(locale);
  return service;
}

const TAG = /<\/?([A-Za-z0-9]+)/g;

const elementFor = (name: string) =>
  createElement(({ children, ...attributes }: { children?: ReactNode }) => {
    const start = [name, ...Object.keys(attributes)].join(' ');
    return createElement(Fragment, null, `⟦${start}⟧`, children, `⟦/${name}⟧`);
  });

/** Returns the elements that an app passes for the tags of its text, by name or by number. */
function elementsFor(source: string) {
  const names = [...source.matchAll(TAG)].map(([, name]) => name!);
  const numbers = names.filter((name) => /^\d/.test(name)).map(Number);
  return numbers.length > 0
    ? Array.from({ length: Math.max(...numbers) + 1 }, (_, index) => elementFor(String(index)))
    : Object.fromEntries(names.map((name) => [name, elementFor(name)]));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
};

const apps = new Map<string, i18n>();

/** Returns an app with one text. Apps are cached because they are slow to create. */
function i18nextWith(key: string, text: string, locale: string): i18n {
  let app = apps.get(locale);
  if (!app) {
    const interpolation = { escapeValue: false };
    app = createInstance({ lng: locale, resources: {}, interpolation, keySeparator: false });
    void app.init();
    apps.set(locale, app);
  }
  return app.addResource(locale, 'translation', key, text);
}

/** Shows a text with `<Trans>` if its source has tags, and with `t()` otherwise. */
const showReactI18next: Show = (text, locale, given: Given, source) => {
  const app = i18nextWith(KEY, text, locale);
  const count = Number(given.n);
  if (!/<[A-Za-z0-9]/.test(source)) return app.t(KEY, { ...given, count });
  const props = { i18nKey: KEY, i18n: app, values: given, count, components: elementsFor(source) };
  return renderToStaticMarkup(createElement(Trans, props)).replace(
    /&(?:lt|gt|amp|quot|#x27);/g,
    (entity) => ENTITIES[entity]!,
  );
};

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
  'ngx-translate': (text, locale, given) =>
    ngxTranslateOf(locale, { text }).instant('text', { ...given }),
  transloco: (text, locale, given) => translocoOf(locale, { text }).translate('text', given),
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
