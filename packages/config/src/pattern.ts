import { LOCALE_STYLES, type LocaleStyle, readLocale, spellLocale } from '@parlance/formats';

/** Values of the placeholders in a path, except the locale. */
export type PathValues = Readonly<Record<string, string>>;

export interface PathMatch {
  /**
   * Locale in the path. Null if the path contains no locale, because the file contains all locales.
   */
  readonly locale: string | null;
  readonly values: PathValues;
}

/**
 * `joint` is the separator before an optional locale, such as `_`. It is empty if the locale is
 * required.
 */
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'locale'; style: LocaleStyle; joint: string }
  | { kind: 'value'; name: string; expression: string };

type LocalePart = Extract<Part, { kind: 'locale' }>;

/** A pattern segment that matches any number of folders. */
interface AnyFolders {
  readonly folders: string;
}

/** A pattern segment for a folder or file name, and the regular expression for this name. */
interface NameSegment {
  readonly parts: readonly Part[];
  readonly expression: RegExp;
}

type Segment = NameSegment | AnyFolders;

/** An error in a pattern. Its message is shown to the user. */
export class PatternError extends Error {}

/**
 * Maximum number of placeholders in a segment, because more placeholders would make matching slow.
 */
const MAX_PLACEHOLDERS = 4;
const MAX_ANY_FOLDERS = 3;

const PART = /\{\{|\}\}|\{([-_.]?)([A-Za-z]+)(?::([a-z0-9]+))?\}|[{}*]/g;
/** Characters that a locale in a path may contain. */
export const SPELLING = '[A-Za-z0-9@_+#-]+';
/** Matches a text that looks like a language with further subtags, such as a region or script, in any spelling. */
const LIKE_A_TAG = /^[A-Za-z]{2,3}(?:[-_@+]r?[A-Za-z0-9]{2,8})+$/;
const SOME_CHARACTERS = '[^/]+?';
/** Prevents wildcards from matching hidden files and folders. */
const NOT_HIDDEN = '(?!\\.)';
const ANY_CHARACTERS = '[^/]*?';

/**
 * A path pattern with placeholders. It tests whether a path matches, and returns the path of the
 * file for a locale.
 */
export class FilePattern {
  readonly text: string;
  readonly hasLocale: boolean;
  /**
   * Names of the placeholders except the locale. Wildcards also count as placeholders: the first is
   * named `*1`.
   */
  readonly names: ReadonlySet<string>;
  readonly #segments: readonly Segment[];
  readonly #map: ReadonlyMap<string, string>;
  readonly #sourceLocale: () => string;
  readonly #written: (style: LocaleStyle) => LocaleStyle;

  /**
   * `map` contains the names of locales in paths, for locales whose name differs from their tag. If
   * the locale in the pattern is optional, the path of `sourceLocale` contains no locale. `written`
   * maps the style in the pattern to the style in which new paths spell locales.
   */
  constructor(
    text: string,
    map: Readonly<Record<string, string>>,
    sourceLocale: () => string,
    written: (style: LocaleStyle) => LocaleStyle = (style) => style,
  ) {
    this.text = text;
    this.#written = written;
    const segments = text.split('/');
    if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
      throw new PatternError('must be a path inside the folder of the configuration, without ".."');
    }
    if (/[\\?]/.test(text)) throw new PatternError('must not contain "\\" or "?"');
    let wildcards = 0;
    const nameWildcard = (): string => `*${++wildcards}`;
    this.#segments = segments.map((segment, index) => {
      if (segment !== '**') {
        const parts = parseSegment(segment, nameWildcard);
        return { parts, expression: new RegExp(`^${sourceOf(parts)}$`) };
      }
      if (index === segments.length - 1) throw new PatternError('must not end with "**"');
      return { folders: nameWildcard() };
    });
    if (this.placeholdersInName > MAX_PLACEHOLDERS) {
      throw new PatternError(
        `has more than ${MAX_PLACEHOLDERS} placeholders and wildcards in one name`,
      );
    }
    if (segments.filter((segment) => segment === '**').length > MAX_ANY_FOLDERS) {
      throw new PatternError(`has "**" more than ${MAX_ANY_FOLDERS} times`);
    }
    const parts = this.#segments.flatMap((segment) => ('folders' in segment ? [] : segment.parts));
    this.hasLocale = parts.some(({ kind }) => kind === 'locale');
    this.names = new Set([
      ...parts.flatMap((part) => (part.kind === 'value' ? [part.name] : [])),
      ...this.#segments.flatMap((segment) => ('folders' in segment ? [segment.folders] : [])),
    ]);
    this.#map = new Map(Object.entries(map));
    this.#sourceLocale = sourceLocale;
  }

  /**
   * Number of segments in the pattern. Each folder is a segment, and so is the file name. `**` is
   * one segment.
   */
  get depth(): number {
    return this.#segments.length;
  }

  /** True if the pattern allows any number of folders at this depth. */
  hasAnyFolders(depth: number): boolean {
    return 'folders' in this.#segments[depth]!;
  }

  matchesSegment(depth: number, name: string): boolean {
    const segment = this.#segments[depth]!;
    if ('folders' in segment) return !name.startsWith('.');
    return segment.expression.test(name);
  }

  /**
   * Number of placeholders and wildcards in the segment that has the most of them. The time of a
   * match grows exponentially with this number.
   */
  get placeholdersInName(): number {
    return Math.max(
      ...this.#segments.map((segment) => ('parts' in segment ? countPlaceholders(segment) : 0)),
    );
  }

  /** Returns the values of the placeholders in a path. Returns null if the path does not match. */
  match(path: string): PathMatch | null {
    const names = alignNames(this.#segments, path.split('/'));
    if (!names) return null;
    let locale: string | null = null;
    const values: Record<string, string> = {};
    for (const [at, segment] of this.#segments.entries()) {
      if ('folders' in segment) {
        values[segment.folders] = names[at]!;
        continue;
      }
      const found = segment.expression.exec(names[at]!)!.slice(1);
      const parts = segment.parts.filter((part) => part.kind !== 'text');
      for (const [partIndex, part] of parts.entries()) {
        const next = parts[partIndex + 1];
        if (isOptionalBehind(segment.parts, part, next)) this.#divide(found, partIndex, next);
        const text = found[partIndex];
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

  /**
   * True if the path does not match only because its locale is spelled differently than the pattern
   * requires, such as `pt_BR` instead of `pt-BR`.
   */
  looksLike(path: string): boolean {
    const names = alignNames(this.#segments, path.split('/'));
    if (!names || this.match(path)) return false;
    return this.#segments.some((segment, index) => {
      if ('folders' in segment) return false;
      const found = segment.expression.exec(names[index]!)!.slice(1);
      const parts = segment.parts.filter(({ kind }) => kind !== 'text');
      return parts.some(({ kind }, partIndex) => {
        const text = kind === 'locale' ? found[partIndex] : undefined;
        return text !== undefined && LIKE_A_TAG.test(text);
      });
    });
  }

  pathOf(locale: string | null, values: PathValues): string {
    return this.#segments
      .map((segment) =>
        'folders' in segment
          ? values[segment.folders]!
          : segment.parts
              .map((part) => {
                if (part.kind === 'text') return part.text;
                if (part.kind === 'value') return values[part.name]!;
                const spelling =
                  this.#map.get(locale!) ?? spellLocale(locale!, this.#written(part.style));
                const isLeftOut = part.joint !== '' && locale === this.#sourceLocale();
                return isLeftOut ? '' : part.joint + spelling;
              })
              .join(''),
      )
      .filter((segment) => segment !== '')
      .join('/');
  }

  /**
   * Separates a name from the optional locale after it. The name may also contain the separator, as
   * in `my_texts_de_AT.properties`.
   */
  #divide(found: (string | undefined)[], partIndex: number, part: LocalePart): void {
    const spelling = found[partIndex + 1];
    if (spelling === undefined) return;
    const whole = `${found[partIndex]}${part.joint}${spelling}`;
    const divided = divideAtLocale(whole, part.joint, (text) => this.#localeOf(text, part));
    [found[partIndex], found[partIndex + 1]] = divided ? [divided.stem, divided.spelling] : [whole];
  }

  #localeOf(text: string | undefined, part: LocalePart): string | null {
    if (text === undefined) return this.#sourceLocale();
    for (const [tag, spelling] of this.#map) if (spelling === text) return tag;
    if (part.style === 'apple' && text === 'Base') return this.#sourceLocale();
    const tag = readLocale(text, part.style);
    return tag === null || this.#map.has(tag) ? null : tag;
  }
}

/** True if an optional locale follows a placeholder, as in `{namespace}{.locale}`. */
const isOptionalBehind = (
  parts: readonly Part[],
  part: Part,
  next: Part | undefined,
): next is LocalePart =>
  part.kind === 'value' && next?.kind === 'locale' && parts[parts.indexOf(part) + 1] === next;

/**
 * Splits a name such as `my_texts_de_AT` at the first separator before a locale. Null if the name
 * does not end in a locale.
 */
export function divideAtLocale(
  name: string,
  joint: string,
  read: (spelling: string) => string | null,
): { stem: string; spelling: string; locale: string } | null {
  for (let at = name.indexOf(joint, 1); at !== -1; at = name.indexOf(joint, at + 1)) {
    const spelling = name.slice(at + joint.length);
    const locale = read(spelling);
    if (locale !== null) return { stem: name.slice(0, at), spelling, locale };
  }
  return null;
}

const countPlaceholders = ({ parts }: NameSegment): number =>
  parts.filter(({ kind }) => kind !== 'text').length;

/**
 * For each segment of the pattern, returns the part of the path that the segment matches. Null if
 * the path does not match. Compares each folder or file name with each segment at most once, which
 * limits the time.
 */
function alignNames(segments: readonly Segment[], names: readonly string[]): string[] | null {
  const failed = new Set<number>();
  const align = (segment: number, name: number): string[] | null => {
    const pathSegment = segments[segment];
    if (!pathSegment) return name === names.length ? [] : null;
    const id = segment * (names.length + 1) + name;
    if (failed.has(id)) return null;
    const found =
      'folders' in pathSegment
        ? alignFolders(segment, name)
        : alignName(pathSegment, segment, name);
    if (!found) failed.add(id);
    return found;
  };
  const alignName = (pathSegment: NameSegment, segment: number, name: number): string[] | null => {
    if (name >= names.length || !pathSegment.expression.test(names[name]!)) return null;
    const rest = align(segment + 1, name + 1);
    return rest && [names[name]!, ...rest];
  };
  const alignFolders = (segment: number, name: number): string[] | null => {
    let end = name;
    while (end < names.length - 1 && names[end] !== '' && !names[end]!.startsWith('.')) end++;
    for (; end >= name; end--) {
      const rest = align(segment + 1, end);
      if (rest) return [names.slice(name, end).join('/'), ...rest];
    }
    return null;
  };
  return align(0, 0);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const sourceOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return escaped(part.text);
      if (part.kind === 'value') return `(${part.expression})`;
      return part.joint === '' ? `(${SPELLING})` : `(?:${escaped(part.joint)}(${SPELLING}))?`;
    })
    .join('');

function parseSegment(segment: string, nameWildcard: () => string): Part[] {
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
    const [whole, joint, name, style] = match;
    if (whole === '{{' || whole === '}}') addText(whole[0]!);
    else if (name === undefined && whole !== '*') {
      throw new PatternError(`has a "${whole}" without its pair`);
    } else {
      const last = parts.at(-1);
      const isJoined = name === 'locale' && joint !== '' && last?.kind === 'value';
      if (last && last.kind !== 'text' && !isJoined) {
        throw new PatternError(`needs text between two placeholders of one name in "${segment}"`);
      }
      parts.push(
        whole === '*'
          ? {
              kind: 'value',
              name: nameWildcard(),
              expression: (parts.length === 0 ? NOT_HIDDEN : '') + ANY_CHARACTERS,
            }
          : placeholderOf(name!, style, joint!),
      );
    }
  }
  addText(segment.slice(end));
  return parts;
}

function placeholderOf(name: string, style: string | undefined, joint: string): Part {
  if (name !== 'locale') {
    if (style !== undefined || joint !== '') {
      throw new PatternError(`{${name}} takes neither a style nor a sign; only {locale} does`);
    }
    return { kind: 'value', name, expression: SOME_CHARACTERS };
  }
  const localeStyle = LOCALE_STYLES.find((one) => one === (style ?? 'bcp47'));
  if (!localeStyle) {
    throw new PatternError(`{locale:${style}} is not one of ${LOCALE_STYLES.join(', ')}`);
  }
  return { kind: 'locale', style: localeStyle, joint };
}
