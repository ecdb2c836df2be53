import i18next from 'i18next';
import { nameIn, namesIn } from './locale-name.ts';

let language = '';
let names: Intl.DisplayNames;

/** Returns the name of a locale tag in the language of the app. An unknown tag is returned unchanged. */
export function codeName(code: string): string {
  if (language !== i18next.language) {
    language = i18next.language;
    names = namesIn(language);
  }
  return nameIn(names, code);
}

/** Returns the name of a locale, followed by its tag. */
export function codeLabel(code: string): string {
  const name = codeName(code);
  return name === code ? code : `${name} (${code})`;
}
