import { createIntl } from '@formatjs/intl';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { RUNTIMES } from '@parlance/messages';
import { I18n } from 'i18n-js';
import { createInstance } from 'i18next';
import Polyglot from 'node-polyglot';
import { createTranslator } from 'use-intl';
import { expect, it } from 'vitest';
import { createI18n } from 'vue-i18n';

/** Shows the texts `empty`, `missing` and `name`, which has a value that is not given. */
type Facts = readonly [empty: string, missing: string, noValue: string];

/** Returns the words by which the page of libraries says what was shown. */
function wordsFor(shown: string, key: string): string {
  if (shown === key) return 'the key';
  if (shown === 'default') return key === 'name' ? 'the default message' : 'the ';
  if (shown.includes('[missing')) return '[missing';
  return shown.includes('name') ? 'the placeholder' : 'an empty text';
}

const silent = { missingWarn: false, fallbackWarn: false };
const ignore = (): void => {};

function vueI18n(): Facts {
  const messages = { en: { empty: '', name: 'a {name} b' } };
  const { t } = createI18n({ legacy: false, locale: 'en', messages, ...silent }).global;
  return [t('empty'), t('missing'), t('name')];
}

function i18next(options: object = {}): Facts {
  const resources = { en: { translation: { empty: '', name: 'a {{name}} b' } } };
  const app = createInstance({ lng: 'en', resources, ...options });
  void app.init();
  return [app.t('empty'), app.t('missing'), app.t('name')];
}

function formatjs(): Facts {
  const messages = { empty: '', name: 'a {name} b' };
  const intl = createIntl({ locale: 'en', messages, onError: ignore });
  const show = (id: string): string => intl.formatMessage({ id, defaultMessage: 'default' });
  return [show('empty'), show('missing'), show('name')];
}

function nextIntl(): Facts {
  const messages = { empty: '', name: 'a {name} b' };
  const t = createTranslator({ locale: 'en', messages, onError: ignore }) as (
    key: string,
  ) => string;
  return [t('empty'), t('missing'), t('name')];
}

function lingui(): Facts {
  const messages = { empty: '', name: compileMessage('a {name} b') };
  const i18n = setupI18n({ locale: 'en', messages: { en: messages } });
  const show = (id: string): string => i18n._(id, {}, { message: 'default' });
  return [show('empty'), show('missing'), show('name')];
}

function polyglot(): Facts {
  const app = new Polyglot({ phrases: { empty: '', name: 'a %{name} b' }, warn: ignore });
  return [app.t('empty'), app.t('missing'), app.t('name')];
}

function i18nJs(): Facts {
  const app = new I18n({ en: { empty: '', name: 'a %{name} b' } });
  return [app.t('empty'), app.t('missing'), app.t('name')];
}

it.each([
  ['vue-i18n', vueI18n(), ['', 'missing', 'a  b']],
  ['i18next', i18next(), ['empty', 'missing', 'a {{name}} b']],
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
  '%s shows an empty text, a missing text and a missing value as its page says',
  (name, seen, facts) => {
    expect(seen).toEqual(facts);
    const { empty, missing, noValue } = RUNTIMES[name].facts!;
    const keys = ['empty', 'missing', 'name'];
    for (const [at, said] of [empty, missing, noValue].entries()) {
      expect(said).toContain(wordsFor(seen[at]!, keys[at]!));
    }
  },
);

it('i18next shows an empty text with returnEmptyString', () => {
  expect(i18next({ returnEmptyString: true })[0]).toBe('');
});
