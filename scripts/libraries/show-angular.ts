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
import { provideTransloco, TranslocoService } from '@jsverse/transloco';
import { provideTranslateService, TranslateService } from '@ngx-translate/core';
import type { Show } from './shown.ts';

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

export const showNgxTranslate: Show = (text, locale, given) =>
  ngxTranslateOf(locale, { text }).instant('text', { ...given });

export const showTransloco: Show = (text, locale, given) =>
  translocoOf(locale, { text }).translate('text', given);
