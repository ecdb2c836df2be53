import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './en/common.json';
import { type Language, preferredLanguage, rememberLanguage } from './languages.ts';
import { readReleasedTexts } from './released.ts';

type Texts = Readonly<Record<string, unknown>>;

/** Texts of the first page by language. The English texts are part of the app's scripts. */
const COMMON = import.meta.glob<Texts>(['./*/common.json', '!./en/common.json'], {
  import: 'default',
});
/** Texts of all other pages by language, one file for each language. */
const PAGES = import.meta.glob<readonly Texts[]>('./pages/*.ts', { import: 'default' });

const NAMESPACE = 'translation';

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { [NAMESPACE]: common } },
  interpolation: {
    // The values are not escaped, because React escapes markup. In a right-to-left language, they are enclosed in
    // isolates, which keep the order of names, addresses and dates (UAX #9). `i18next.dir()` is not called here,
    // because it would take more time than the rest of a translation.
    escape: (value) => (document.documentElement.dir === 'rtl' ? `\u2068${value}\u2069` : value),
  },
});

/** Adds compiled texts. Does not replace published texts, which are newer. */
const addCompiled = (language: Language, texts: Texts): void =>
  void i18next.addResourceBundle(language, NAMESPACE, texts, true, false);

/** Adds the English texts of a page, which are part of its script. */
export const addEnglish = (texts: Texts): void => addCompiled('en', texts);

async function loadCommonTexts(language: Language): Promise<void> {
  const [compiled, released] = await Promise.all([
    COMMON[`./${language}/common.json`]?.(),
    readReleasedTexts(language),
  ]);
  if (compiled) addCompiled(language, compiled);
  if (released) i18next.addResourceBundle(language, NAMESPACE, released, true, true);
}

/** Loads the texts of all pages in the language of the app. */
export async function loadPageTexts(language = i18next.language as Language): Promise<void> {
  for (const texts of (await PAGES[`./pages/${language}.ts`]?.()) ?? []) {
    addCompiled(language, texts);
  }
}

/** Switches the app to a language. The next render uses it. */
async function show(language: Language): Promise<void> {
  document.documentElement.dir = i18next.dir(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Loads the texts of the first page in the preferred language. If they cannot be loaded, the app is in English. */
export async function startTexts(): Promise<void> {
  const language = preferredLanguage();
  try {
    await loadCommonTexts(language);
    await show(language);
  } catch (error) {
    console.error(error);
  }
}

/** Changes the language of the app, and stores it for the next visit. */
export async function setLanguage(language: Language): Promise<void> {
  if (language !== i18next.language) {
    await Promise.all([loadCommonTexts(language), loadPageTexts(language)]);
    await show(language);
  }
  rememberLanguage(language);
}
