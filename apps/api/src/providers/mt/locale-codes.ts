/** Target languages by source language, in the codes of the service. */
export type ServiceLanguages = ReadonlyMap<string, readonly string[]>;

export interface LocalePair {
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

export interface ServicePair {
  readonly source: string;
  readonly target: string;
}

/** The service's own codes of locales, by tag or by language. They replace the usual codes. */
export type OwnCodes = Readonly<Record<string, string>>;

/**
 * Returns the service's codes for a language pair, or the reason why the pair is not supported.
 * `label` is the name of the service.
 */
export function findPair(
  label: string,
  { sourceLocale, targetLocale }: LocalePair,
  languages: ServiceLanguages,
  ownCodes: OwnCodes = {},
): ServicePair | string {
  const source = findCode(sourceLocale, [...languages.keys()], ownCodes);
  if (source === undefined) return `${label} does not translate from ${sourceLocale}`;
  const target = findCode(targetLocale, languages.get(source) ?? [], ownCodes);
  if (target === undefined)
    return `${label} does not translate from ${sourceLocale} into ${targetLocale}`;
  if (source === target) return `${label} does not translate between variants of one language`;
  return { source, target };
}

/** Returns the languages of a service that translates between all pairs of its languages. */
export function allPairs(
  sources: readonly string[],
  targets: readonly string[] = sources,
): ServiceLanguages {
  return new Map(sources.map((source) => [source, targets]));
}

function findCode(
  localeTag: string,
  codes: readonly string[],
  ownCodes: OwnCodes,
): string | undefined {
  const byLower = new Map(codes.map((code) => [code.toLowerCase(), code]));
  const own =
    ownCodes[localeTag] ??
    (hasUsualScript(localeTag) ? ownCodes[languageOf(localeTag)] : undefined);
  const candidates = own === undefined ? codeCandidates(localeTag) : [own];
  const found = candidates.find((code) => byLower.has(code.toLowerCase()));
  return found === undefined ? undefined : byLower.get(found.toLowerCase());
}

const languageOf = (localeTag: string): string => new Intl.Locale(localeTag).language;

/**
 * True if the locale is written as its language usually is. A code without a script stands for this script: for
 * `sr-Latn`, for example, `sr` would give Cyrillic.
 */
function hasUsualScript(localeTag: string): boolean {
  const usual = new Intl.Locale(languageOf(localeTag)).maximize().script;
  return new Intl.Locale(localeTag).maximize().script === usual;
}

/** Codes of languages that services keep although ISO 639 and BCP 47 replaced them. */
const FORMER_CODES: Readonly<Record<string, string>> = { he: 'iw', jv: 'jw', fil: 'tl' };

/**
 * Returns possible codes of a locale, in order of preference. Services use BCP 47 tags, their
 * languages, or custom codes such as LibreTranslate's `pb` for pt-BR and `zt` for zh-Hant.
 */
function codeCandidates(localeTag: string): readonly string[] {
  const locale = new Intl.Locale(localeTag);
  const { language, region, script } = locale.maximize();
  switch (language) {
    case 'zh':
      if (script === 'Hant') return ['zh-Hant', 'zt', 'zh-TW'];
      return script === 'Hans' ? ['zh-Hans', 'zh', 'zh-CN'] : [localeTag, `zh-${script}`];
    case 'pt':
      if (locale.region === 'BR') return ['pt-BR', 'pb', 'pt'];
      return region === 'BR' ? ['pt', 'pt-BR', 'pb'] : [localeTag, 'pt-PT', 'pt'];
    case 'nb':
    case 'no':
      return [localeTag, 'nb', 'no'];
    default: {
      const inScript = [localeTag, `${language}-${script}`];
      const former = FORMER_CODES[language];
      return hasUsualScript(localeTag)
        ? [...inScript, language, ...(former ? [former] : [])]
        : inScript;
    }
  }
}
