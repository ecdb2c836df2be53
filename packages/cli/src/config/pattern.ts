import { LOCALE_STYLES, type LocaleStyle, readLocale, spellLocale } from '@parlance/formats';

/** Values of the placeholders of a path, besides the locale. */
export type PathValues = Readonly<Record<string, string>>;

export interface PathMatch {
  /** Null if the path names no locale: the file has them all. */
  readonly locale: string | null;
  readonly values: PathValues;
}

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'locale'; style: LocaleStyle; isOptional: boolean }
  | { kind: 'value'; name: string };

/** A mistake in a pattern, in words for the user. */
export class PatternError extends Error {}

const PART = /\{\{|\}\}|\{(-?)([A-Za-z]+)(?::([a-z0-9]+))?\}|[{}]/g;
/** A spelling of a locale in a path. */
const SPELLING = '[A-Za-z0-9@_+#-]+';

/** A path with placeholders: finds files, and gives the path of a locale. */
export class FilePattern {
  readonly text: string;
  readonly hasLocale: boolean;
  readonly names: ReadonlySet<string>;
  readonly #segments: readonly (readonly Part[])[];
  readonly #map: ReadonlyMap<string, string>;
  readonly #sourceLocale: () => string;

  /** `map`: spellings of some locales; `sourceLocale` is what an optional locale leaves out. */
  constructor(text: string, map: Readonly<Record<string, string>>, sourceLocale: () => string) {
    this.text = text;
    const segments = text.split('/');
    if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
      throw new PatternError('must be a path inside the folder of the configuration, without ".."');
    }
    if (/[\\*?]/.test(text)) throw new PatternError('must not contain "\\", "*" or "?"');
    this.#segments = segments.map(parseSegment);
    const parts = this.#segments.flat();
    this.hasLocale = parts.some(({ kind }) => kind === 'locale');
    this.names = new Set(parts.flatMap((part) => (part.kind === 'value' ? [part.name] : [])));
    this.#map = new Map(Object.entries(map));
    this.#sourceLocale = sourceLocale;
  }

  /** Number of folders and the file name. */
  get depth(): number {
    return this.#segments.length;
  }

  /** True if a folder or file at this depth can belong to the pattern. */
  matchesSegment(depth: number, name: string): boolean {
    return this.#expressionOf(depth).test(name);
  }

  /** Returns the text of a segment that has no placeholders, otherwise null. */
  fixedSegment(depth: number): string | null {
    const parts = this.#segments[depth]!;
    return parts.every(({ kind }) => kind === 'text')
      ? parts.map((part) => (part as { text: string }).text).join('')
      : null;
  }

  /** Returns what the placeholders stand for in a path, or null if the path does not match. */
  match(path: string): PathMatch | null {
    const segments = path.split('/');
    if (segments.length !== this.#segments.length) return null;
    let locale: string | null = null;
    const values: Record<string, string> = {};
    for (const [depth, parts] of this.#segments.entries()) {
      const match = this.#expressionOf(depth).exec(segments[depth]!);
      if (!match) return null;
      const found = match.slice(1);
      for (const part of parts) {
        if (part.kind === 'text') continue;
        const text = found.shift();
        if (part.kind === 'value') {
          if (values[part.name] !== undefined && values[part.name] !== text) return null;
          values[part.name] = text!;
          continue;
        }
        const tag = this.#localeOf(text, part);
        if (tag === null || (locale !== null && locale !== tag)) return null;
        locale = tag;
      }
    }
    return { locale, values };
  }

  /** Returns the path of a locale. */
  pathOf(locale: string | null, values: PathValues): string {
    return this.#segments
      .map((parts) =>
        parts
          .map((part) => {
            if (part.kind === 'text') return part.text;
            if (part.kind === 'value') return values[part.name]!;
            const spelling = this.#map.get(locale!) ?? spellLocale(locale!, part.style);
            if (!part.isOptional) return spelling;
            return locale === this.#sourceLocale() ? '' : `-${spelling}`;
          })
          .join(''),
      )
      .join('/');
  }

  #localeOf(text: string | undefined, part: Extract<Part, { kind: 'locale' }>): string | null {
    if (text === undefined) return this.#sourceLocale();
    for (const [tag, spelling] of this.#map) if (spelling === text) return tag;
    // The texts of Xcode's folder for what it builds in every language.
    if (part.style === 'apple' && text === 'Base') return this.#sourceLocale();
    const tag = readLocale(text, part.style);
    return tag === null || this.#map.has(tag) ? null : tag;
  }

  #expressionOf(depth: number): RegExp {
    const source = this.#segments[depth]!.map((part) => {
      if (part.kind === 'text') return part.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      if (part.kind === 'value') return '([^/]+?)';
      return part.isOptional ? `(?:-(${SPELLING}))?` : `(${SPELLING})`;
    }).join('');
    return new RegExp(`^${source}$`);
  }
}

function parseSegment(segment: string): Part[] {
  const parts: Part[] = [];
  const addText = (text: string): void => {
    const last = parts.at(-1);
    if (last?.kind === 'text') last.text += text;
    else if (text !== '') parts.push({ kind: 'text', text });
  };
  let end = 0;
  for (const match of segment.matchAll(PART)) {
    addText(segment.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, dash, name, style] = match;
    if (whole === '{{' || whole === '}}') addText(whole[0]!);
    else if (name === undefined) throw new PatternError(`has a "${whole}" without its pair`);
    else {
      const last = parts.at(-1);
      if (last && last.kind !== 'text') {
        throw new PatternError(`needs text between two placeholders of one name in "${segment}"`);
      }
      parts.push(placeholderOf(name, style, dash === '-'));
    }
  }
  addText(segment.slice(end));
  return parts;
}

function placeholderOf(name: string, style: string | undefined, isOptional: boolean): Part {
  if (name !== 'locale') {
    if (style !== undefined || isOptional) {
      throw new PatternError(`{${name}} takes neither a style nor a sign; only {locale} does`);
    }
    return { kind: 'value', name };
  }
  const known = LOCALE_STYLES.find((one) => one === (style ?? 'bcp47'));
  if (!known) {
    throw new PatternError(`{locale:${style}} is not one of ${LOCALE_STYLES.join(', ')}`);
  }
  return { kind: 'locale', style: known, isOptional };
}
