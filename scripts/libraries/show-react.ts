import { createInstance, type i18n } from 'i18next';
import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Trans } from 'react-i18next';
import type { Given, Show } from './shown.ts';

const KEY = 'text.key';
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
export function i18nextWith(key: string, text: string, locale: string): i18n {
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
export const showReactI18next: Show = (text, locale, given: Given, source) => {
  const app = i18nextWith(KEY, text, locale);
  const count = Number(given.n);
  if (!/<[A-Za-z0-9]/.test(source)) return app.t(KEY, { ...given, count });
  const props = { i18nKey: KEY, i18n: app, values: given, count, components: elementsFor(source) };
  return renderToStaticMarkup(createElement(Trans, props)).replace(
    /&(?:lt|gt|amp|quot|#x27);/g,
    (entity) => ENTITIES[entity]!,
  );
};
