interface Parsed {
  readonly code: string;
  readonly language: string;
  readonly script: string;
  readonly region: string | undefined;
}

/**
 * Codes that count as the same language in the model registry. CLDR distinguishes Bokmål (`nb`)
 * from Norwegian (`no`), but a registry may use either code for Bokmål.
 */
const SAME_LANGUAGE: Readonly<Record<string, string>> = { nb: 'no' };

/**
 * Returns the code under which a model registry lists the language of a locale. Returns null if the
 * registry does not list the language. A model also serves the regions of its language (`de` for
 * `de-AT`), but never another script.
 */
export function matchLanguage(localeTag: string, registryCodes: Iterable<string>): string | null {
  const wanted = parse(localeTag);
  if (wanted === null) return null;
  let regionless: string | null = null;
  for (const code of registryCodes) {
    const offered = parse(code);
    if (offered === null) continue;
    if (offered.language !== wanted.language || offered.script !== wanted.script) continue;
    if (offered.region === undefined) {
      if (regionless === null || code === wanted.code.split('-')[0]) regionless = code;
    } else if (offered.region === wanted.region) {
      return code;
    }
  }
  return regionless;
}

const parsed = new Map<string, Parsed | null>();
const PARSED_LIMIT = 2_000;

function parse(code: string): Parsed | null {
  const cached = parsed.get(code);
  if (cached !== undefined) return cached;
  const result = parseUncached(code);
  if (parsed.size >= PARSED_LIMIT) parsed.clear();
  parsed.set(code, result);
  return result;
}

function parseUncached(code: string): Parsed | null {
  try {
    const locale = new Intl.Locale(code.replaceAll('_', '-'));
    const likely = locale.maximize();
    return {
      code: locale.toString(),
      language: SAME_LANGUAGE[likely.language] ?? likely.language,
      script: likely.script ?? '',
      region: locale.region,
    };
  } catch (error) {
    // Ignores codes of a registry that are not BCP 47 tags, such as `zlm-bad_code`.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
