import {
  asList,
  asMembers,
  asText,
  type Described,
  readAnyJson,
  translatePath,
} from './described.ts';

/**
 * Reads the components of a Weblate project from an API response or from the input of
 * `import_json`. In a file mask, `*` stands for the language.
 */
export function readWeblate(path: string): Omit<Described, 'from'> {
  const setup: unknown = readAnyJson(path);
  const { results } = asMembers(setup);
  const components = Array.isArray(setup)
    ? asList(setup)
    : results === undefined
      ? [asMembers(setup)]
      : asList(results);
  const texts = components.filter(({ is_glossary: isGlossary }) => isGlossary !== true);
  const files = texts.flatMap(({ filemask, new_base: base }) => {
    const mask = asText(filemask);
    if (mask === undefined) return [];
    const source = asText(base);
    return [
      {
        path: translatePath(mask, placeholdersOf(mask)),
        ...(source?.endsWith('.pot') ? { source: translatePath(source, {}) } : {}),
      },
    ];
  });
  const [sourceLocale] = texts.flatMap(({ source_language: language }) => {
    return asText(language) ?? asText(asMembers(language).code) ?? [];
  });
  return {
    files,
    ...(sourceLocale === undefined ? {} : { sourceLocale: sourceLocale.replace('_', '-') }),
  };
}

const placeholdersOf = (mask: string): Record<string, string> =>
  /\bvalues-\*/.test(mask)
    ? { '-*': '{-locale:android}' }
    : { '*': mask.endsWith('.po') ? '{locale:posix}' : '{locale}' };
