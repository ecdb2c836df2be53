import i18next from 'i18next';
import { nameIn, namesIn } from './locale-name.ts';

/**
 * Tags that the user can choose: languages of ISO 639-1 with a name in CLDR, and common locales of some of these
 * languages.
 */
const CODES = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et ' +
  'eu fa ff fi fil fj fo fr fy ga gd gl gn gu gv ha haw he hi hr ht hu hy hz ia id ig ii ik io is it iu ja jv ka kg ki kj kk ' +
  'kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny ' +
  'oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk ' +
  'tn to tr ts tt ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ' +
  'de-AT de-CH en-AU en-CA en-GB en-US es-419 es-MX fr-BE fr-CA fr-CH nl-BE pt-BR pt-PT sr-Latn zh-Hans zh-Hant zh-HK zh-TW'
).split(' ');

/** A language that the user can choose, with its name in the language of the app. */
export interface Language {
  readonly code: string;
  readonly name: string;
}

/** Removes accents and ignores case, so that names can be compared. */
const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim();

/** Returns the canonical tag if the text is the tag of a known language. Otherwise returns null. */
function tagOf(text: string): string | null {
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(text)) return null;
  try {
    const { baseName, language } = new Intl.Locale(text.replaceAll('_', '-'));
    return nameIn(namesIn('en'), language) === language ? null : baseName;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns all available languages, sorted by their names in the language of the app. */
export function listLanguages(language = i18next.language): Language[] {
  const namesInLanguage = namesIn(language);
  return CODES.map((code) => ({ code, name: nameIn(namesInLanguage, code) }));
}

interface Found extends Language {
  /** Position of the text in the name of the language. -1 if the text is the whole name or the tag. */
  readonly rank: number;
}

/**
 * Finds languages by their tag, or by a part of their name. The name can be in the language of the app, in English or
 * in the found language itself.
 */
function find(text: string, language: string): Found[] {
  const sought = fold(text);
  if (sought === '') return [];
  const [namesInLanguage, english] = [namesIn(language), namesIn('en')];
  const found = CODES.flatMap((code): Found[] => {
    const name = nameIn(namesInLanguage, code);
    const names = [name, nameIn(english, code), nameIn(namesIn(code), code)].map(fold);
    const isAll = code.toLowerCase() === sought || names.includes(sought);
    const places = names.map((name) => name.indexOf(sought)).filter((place) => place >= 0);
    if (!isAll && places.length === 0) return [];
    return [{ code, name, rank: isAll ? -1 : Math.min(...places) }];
  });
  const tag = tagOf(text.trim());
  if (tag !== null && !found.some(({ code }) => code === tag)) {
    found.push({ code: tag, name: nameIn(namesInLanguage, tag), rank: -1 });
  }
  return found.sort((a, b) => a.rank - b.rank || a.name.length - b.name.length);
}

/** Returns the tag of the language with this name or tag. Returns null if no language or more than one matches. */
export function recognizeLanguage(text: string, language = i18next.language): string | null {
  const found = find(text, language);
  const exact = found.filter(({ rank }) => rank === -1);
  return exact[0]?.code ?? (found.length === 1 ? found[0]!.code : null);
}
