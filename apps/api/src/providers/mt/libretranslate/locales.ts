import { asObject, asText, badResponse } from '../http-answer.ts';
import { LABEL } from './answer.ts';

/** Target languages by source language, in the codes of the server. */
export type LibreLanguages = ReadonlyMap<string, readonly string[]>;

export function readLanguages(body: unknown): LibreLanguages {
  if (!Array.isArray(body)) throw badResponse(`${LABEL} did not return a list of languages`);
  const rows = body.map(asObject);
  const codes = rows.map((row) => asText(row?.code)).filter((code) => code !== '');
  return new Map(
    rows.map((row) => {
      const targets: unknown = row?.targets;
      return [asText(row?.code), Array.isArray(targets) ? targets.map(asText) : codes];
    }),
  );
}

export interface LibrePair {
  readonly source: string;
  readonly target: string;
}

/** Returns the server's codes for a language pair, or the reason why the pair is not supported. */
export function pairCodes(
  pair: { sourceLocale: string; targetLocale: string },
  languages: LibreLanguages,
): LibrePair | string {
  const source = findCode(pair.sourceLocale, [...languages.keys()]);
  if (source === undefined) return `${LABEL} does not translate from ${pair.sourceLocale}`;
  const target = findCode(pair.targetLocale, languages.get(source) ?? []);
  if (target === undefined)
    return `${LABEL} does not translate from ${pair.sourceLocale} into ${pair.targetLocale}`;
  if (source === target) return `${LABEL} does not translate between variants of one language`;
  return { source, target };
}

function findCode(localeTag: string, codes: readonly string[]): string | undefined {
  const byLower = new Map(codes.map((code) => [code.toLowerCase(), code]));
  const candidate = codeCandidates(localeTag).find((code) => byLower.has(code.toLowerCase()));
  return candidate === undefined ? undefined : byLower.get(candidate.toLowerCase());
}

/**
 * Returns possible codes of a locale. The server uses ISO 639-1 codes, except `pb` for pt-BR and
 * `zt` for zh-Hant.
 */
function codeCandidates(localeTag: string): readonly string[] {
  const locale = new Intl.Locale(localeTag);
  const { language, region, script } = locale.maximize();
  switch (language) {
    case 'zh':
      return script === 'Hant' ? ['zh-Hant', 'zt', 'zh-TW'] : ['zh-Hans', 'zh', 'zh-CN'];
    case 'pt':
      if (locale.region === 'BR') return ['pt-BR', 'pb', 'pt'];
      return region === 'BR' ? ['pt', 'pt-BR', 'pb'] : [localeTag, 'pt-PT', 'pt'];
    case 'nb':
    case 'no':
      return [localeTag, 'nb', 'no'];
    case 'fil':
      return [localeTag, 'fil', 'tl'];
    default: {
      // Does not return the plain language code for an unusual script. sr-Latn, for example, would
      // be translated into Cyrillic.
      const usual = new Intl.Locale(language).maximize().script;
      return script === usual ? [localeTag, language] : [localeTag];
    }
  }
}
