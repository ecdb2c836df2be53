import { createIntl } from '@formatjs/intl';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { RUNTIMES } from '@parlance/messages';
import { I18n } from 'i18n-js';
import { createInstance } from 'i18next';
import { createInstance as createInstance26 } from 'i18next-26';
import Polyglot from 'node-polyglot';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Trans } from 'react-i18next';
import { get } from 'svelte/store';
import { _, addMessages, init } from 'svelte-i18n';
import { createTranslator } from 'use-intl';
import { expect, it } from 'vitest';
import { createI18n } from 'vue-i18n';
import { makePair } from './make-pair.ts';
import { LIBRARIES, ngxTranslateOf, translocoOf } from './show.ts';

/** The library's output for an empty text, a missing text, and a text without its value. */
type Facts = readonly [empty: string, missing: string, noValue: string];

/** Returns the words with which the page of libraries describes an output. */
function wordsFor(shown: string, key: string): string {
  if (shown === key) return 'the key';
  if (shown === 'default') return key === 'name' ? 'the default message' : 'the ';
  if (shown.includes('[missing')) return '[missing';
  if (shown === 'a {name} b') return 'the text as it is stored';
  return shown.includes('name') ? 'the placeholder' : 'an empty text';
}

/** Returns the output of an app that shows a text by its key. */
const factsOf = (show: (key: string) => string, nameKey = 'name'): Facts => [
  show('empty'),
  show('missing'),
  show(nameKey),
];

const braces = { empty: '', name: 'a {name} b' };
const doubleBraces = { empty: '', name: 'a {{name}} b' };
const percent = { empty: '', name: 'a %{name} b' };
const silent = { missingWarn: false, fallbackWarn: false };
const ignore = (): void => {};

function vueI18n(): Facts {
  const options = { legacy: false, locale: 'en', messages: { en: braces }, ...silent } as const;
  return factsOf(createI18n(options).global.t);
}

function i18nextOf(options: object = {}, create: typeof createInstance = createInstance) {
  const app = create({ lng: 'en', resources: { en: { translation: doubleBraces } }, ...options });
  void app.init();
  return app;
}

function i18next(...given: Parameters<typeof i18nextOf>): Facts {
  return factsOf(i18nextOf(...given).t);
}

function reactI18next(): Facts {
  const i18n = i18nextOf();
  return factsOf((i18nKey) => renderToStaticMarkup(createElement(Trans, { i18nKey, i18n })));
}

function ngxTranslate(): Facts {
  const app = ngxTranslateOf('en', doubleBraces);
  return factsOf((key) => app.instant(key));
}

function transloco(options: object = {}): Facts {
  // Transloco replaces a missing value with the text whose key is the name of the value.
  const app = translocoOf('en', { empty: '', greeting: doubleBraces.name }, options);
  return factsOf((key) => app.translate(key), 'greeting');
}

function svelteI18n(): Facts {
  addMessages('en', braces);
  init({ initialLocale: 'en', fallbackLocale: 'en', warnOnMissingMessages: false });
  return factsOf(get(_));
}

function formatjs(): Facts {
  const intl = createIntl({ locale: 'en', messages: braces, onError: ignore });
  return factsOf((id) => intl.formatMessage({ id, defaultMessage: 'default' }));
}

function nextIntl(): Facts {
  const options = { locale: 'en', messages: braces, onError: ignore };
  return factsOf(createTranslator(options) as (key: string) => string);
}

function lingui(): Facts {
  const messages = { empty: '', name: compileMessage('a {name} b') };
  const i18n = setupI18n({ locale: 'en', messages: { en: messages } });
  return factsOf((id) => i18n._(id, {}, { message: 'default' }));
}

function polyglot(): Facts {
  const app = new Polyglot({ phrases: percent, warn: ignore });
  return factsOf((key) => app.t(key));
}

function i18nJs(): Facts {
  const app = new I18n({ en: percent });
  return factsOf((key) => app.t(key));
}

it.each([
  ['vue-i18n', vueI18n(), ['', 'missing', 'a  b']],
  ['i18next', i18next(), ['empty', 'missing', 'a {{name}} b']],
  ['react-i18next', reactI18next(), ['empty', 'missing', 'a {{name}} b']],
  ['ngx-translate', ngxTranslate(), ['', 'missing', 'a {{name}} b']],
  ['transloco', transloco(), ['empty', 'missing', 'a  b']],
  ['svelte-i18n', svelteI18n(), ['empty', 'missing', 'a {name} b']],
  ['formatjs', formatjs(), ['default', 'default', 'default']],
  ['next-intl', nextIntl(), ['', 'missing', 'name']],
  ['lingui', lingui(), ['default', 'default', 'a  b']],
  ['polyglot', polyglot(), ['', 'missing', 'a %{name} b']],
  [
    'i18n-js',
    i18nJs(),
    ['', '[missing "en.missing" translation]', 'a [missing "%{name}" value] b'],
  ],
] as const)(
  '%s shows an empty text, a missing text and a missing value as documented',
  (name, seen, facts) => {
    expect(seen).toEqual(facts);
    const { empty, missing, noValue } = RUNTIMES[name].facts!;
    const keys = ['empty', 'missing', 'name'];
    for (const [at, said] of [empty, missing, noValue].entries()) {
      expect(said).toContain(wordsFor(seen[at]!, keys[at]!));
    }
  },
);

it("i18next shows an empty text according to its version's default and returnEmptyString", () => {
  const empty = (...given: Parameters<typeof i18nextOf>): string => i18next(...given)[0];
  const create26 = createInstance26 as unknown as typeof createInstance;
  expect([empty(), empty({}, create26)]).toEqual(['empty', '']);
  for (const create of [createInstance, create26]) {
    expect(empty({ returnEmptyString: true }, create)).toBe('');
    expect(empty({ returnEmptyString: false }, create)).toBe('empty');
  }
});

it('i18next 26 and i18next 27 show the same texts', () => {
  for (let seed = 0; seed < 100; seed++) {
    const { target, locale } = makePair('i18next', seed);
    const given = { name: 'Ann', place: 'Rome', n: 5 };
    const resources = { [locale]: { translation: { text: target } } };
    const create = createInstance26 as unknown as typeof createInstance;
    const app = i18nextOf(
      { lng: locale, resources, interpolation: { escapeValue: false } },
      create,
    );
    const shown = LIBRARIES.i18next(target, locale, given);
    expect({ seed, shown: app.t('text', { ...given, count: 5 }) }).toEqual({ seed, shown });
  }
});

it('Transloco shows an empty text with allowEmpty', () => {
  expect(transloco({ allowEmpty: true })[0]).toBe('');
});

it('Transloco replaces a missing value with the text of the same key', () => {
  const app = translocoOf('en', { greeting: 'Hello {{ team }}', team: 'team' });
  expect(app.translate('greeting')).toBe('Hello team');
});

it('Fluent throws for an empty text, and names a missing value', () => {
  const show = (text: string): string => LIBRARIES.fluent(text, 'en', {});
  expect(() => show('')).toThrow('does not read');
  expect(() => show('a { $name } b')).toThrow('Unknown variable: $name');
});

it('Fluent shows the first variant that matches the number or its category', () => {
  const show = (text: string, n: number): string => LIBRARIES.fluent(text, 'en', { n });
  expect(show('{ $n ->\n [one] a\n [1] b\n *[other] c\n}', 1)).toBe('a');
  expect(show('{ $n ->\n [1] b\n [one] a\n *[other] c\n}', 1)).toBe('b');
  expect(show('{ NUMBER($n, type: "ordinal") ->\n [two] a\n *[other] c\n}', 2)).toBe('c');
});
