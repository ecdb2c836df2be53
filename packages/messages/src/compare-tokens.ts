import { type Finding, finding } from './findings.ts';
import type { PlaceholderKind, PlaceholderToken, Token } from './token.ts';
import { tokenize } from './tokenize.ts';

/** What a final text is compared by. */
interface Inventory {
  /** Placeholders in one spelling each, with how they are written. */
  readonly placeholders: readonly {
    readonly shape: string;
    readonly source: string;
    readonly numeric: boolean;
  }[];
  /** Unnumbered printf specifiers, as they are written. */
  readonly unnumbered: readonly string[];
  readonly tags: readonly string[];
  /** `<parent><child>` for every element. */
  readonly nesting: readonly string[];
  readonly unbalanced: readonly string[];
  readonly urls: readonly string[];
  readonly opaqueEntities: readonly string[];
}

export interface CompareOptions {
  /** The count may be left out: "one item" for `one`. */
  readonly countOptional?: boolean;
  /** Argument of the plural that the text belongs to; `#` and it are the same. */
  readonly countName?: string;
}

const COMPARED: ReadonlySet<PlaceholderKind> = new Set([
  ...(['double_brace', 'brace', 'js', 'nest', 'ruby', 'ruby_format', 'python', 'printf'] as const),
  ...(['percent', 'escape', 'icu', 'pound'] as const),
]);

/** One spelling for placeholders that mean the same: white space is free, an ICU argument's style too. */
function shapeOf({ source, kind }: PlaceholderToken, countName: string | undefined): string {
  if (kind === 'pound') return countName === undefined ? '#' : `{${countName}}`;
  if (kind === 'printf' || kind === 'percent' || kind === 'nest') return source;
  const compact = source.replace(/\s+/g, '');
  if (kind !== 'icu') return compact;
  const match = /^\{([^,{}]+)(?:,(number|date|time)\b.*)?\}$/su.exec(compact);
  if (!match) return compact;
  const format = match[2] === undefined || match[2] === 'number' ? '' : `,${match[2]}`;
  return `{${match[1]}${format}}`;
}

// `%20x` in an address is an escaped space, not a specifier.
const PLAIN_SPEC = /^%(?:\d\$)?[sd@]$/;

/** Placeholders inside a tag or an address. */
function innerPlaceholders(source: string): PlaceholderToken[] {
  // Without its beginning it is neither, and what is inside becomes visible.
  return tokenize(source.replace(/^(?:<|\w{1,6}:\/\/)/, ' '), 'auto').filter(
    (token): token is PlaceholderToken =>
      token.type === 'placeholder' &&
      COMPARED.has(token.kind) &&
      (token.kind === 'printf' || token.kind === 'percent' ? PLAIN_SPEC.test(token.source) : true),
  );
}

const LINK = /(?:href|src|action)\s?=\s?["']?([^"'\s>]+)/giu;

function takeInventory(tokens: readonly Token[], countName: string | undefined): Inventory {
  const placeholders: { shape: string; source: string; numeric: boolean }[] = [];
  const unnumbered: string[] = [];
  const tags: string[] = [];
  const nesting: string[] = [];
  const unbalanced: string[] = [];
  const urls: string[] = [];
  const opaqueEntities: string[] = [];
  const stack: string[] = [''];
  const add = (token: PlaceholderToken): void => {
    const { source, numeric, kind, positional } = token;
    let shape = shapeOf(token, countName);
    if (positional && kind === 'printf') {
      unnumbered.push(source);
      // `%s` is the n-th argument as `%n$s` is: a translation may number them.
      shape = `%${unnumbered.length}$${source.slice(1)}`;
    }
    placeholders.push({ shape, source, numeric: numeric || kind === 'pound' });
  };
  const addTag = (name: string, source: string): void => {
    tags.push(name);
    for (const inner of innerPlaceholders(source)) add(inner);
    for (const match of source.matchAll(LINK)) urls.push(match[1]!);
  };
  for (const token of tokens) {
    if (token.type === 'open') {
      const name = `<${token.name}>`;
      addTag(name, token.source);
      nesting.push(`${stack.at(-1)}${name}`);
      stack.push(name);
    } else if (token.type === 'close') stack.pop();
    else if (token.type === 'void') {
      addTag(`<${token.name}/>`, token.source);
      nesting.push(`${stack.at(-1)}<${token.name}/>`);
    } else if (token.type === 'placeholder') {
      if (token.kind === 'tag') {
        const [, name = token.source] = /^<(\/?[\w:.-]+)/.exec(token.source) ?? [];
        unbalanced.push(`<${name}>`);
        for (const inner of innerPlaceholders(token.source)) add(inner);
      } else if (token.kind === 'url' || token.kind === 'email') {
        urls.push(token.source);
        for (const inner of innerPlaceholders(token.source)) add(inner);
      } else if (token.kind === 'entity') opaqueEntities.push(token.source);
      else if (COMPARED.has(token.kind)) add(token);
    }
  }
  return { placeholders, unnumbered, tags, nesting, unbalanced, urls, opaqueEntities };
}

/** What `left` has more of than `right`, each as often as that. */
function surplus<T>(left: readonly T[], right: readonly T[], keyOf: (item: T) => string): T[] {
  if (left.length === 0) return [];
  const counts = new Map<string, number>();
  for (const item of right) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return left.filter((item) => {
    const count = counts.get(keyOf(item)) ?? 0;
    if (count > 0) counts.set(keyOf(item), count - 1);
    return count === 0;
  });
}

const asIs = (item: string): string => item;

function comparePlaceholders(
  source: Inventory,
  target: Inventory,
  options: CompareOptions,
): Finding[] {
  const missing = surplus(source.placeholders, target.placeholders, ({ shape }) => shape);
  const extra = surplus(target.placeholders, source.placeholders, ({ shape }) => shape);
  const isReordered =
    missing.length > 0 &&
    source.unnumbered.length > 0 &&
    surplus(source.placeholders, target.placeholders, (item) => item.source).length === 0 &&
    surplus(target.placeholders, source.placeholders, (item) => item.source).length === 0;
  if (isReordered) {
    const { source: spec } = extra[0]!;
    return [
      finding('placeholder_order', `${spec} stands in another order than in the source`, spec),
    ];
  }
  const known = new Set(source.placeholders.map(({ shape }) => shape));
  const isCount = (shape: string): boolean =>
    shape === '#' || (options.countName !== undefined && shape === `{${options.countName}}`);
  return [
    ...missing
      .filter(
        ({ numeric, shape }) =>
          !(
            options.countOptional &&
            (isCount(shape) || (numeric && options.countName === undefined))
          ),
      )
      .map(({ source: text }) => finding('placeholder_missing', `${text} is missing`, text)),
    ...extra
      .filter(({ shape }) => !(options.countOptional && isCount(shape)))
      .map(({ source: text, shape }) =>
        known.has(shape)
          ? finding('placeholder_duplicated', `${text} occurs too often`, text)
          : finding('placeholder_unknown', `${text} is not in the source`, text),
      ),
  ];
}

function compareTags(source: Inventory, target: Inventory): Finding[] {
  const findings: Finding[] = [];
  // A tag that lost its partner is unbalanced, not missing.
  const loose = new Set(target.unbalanced.map((tag) => tag.replace('</', '<')));
  for (const tag of surplus(target.unbalanced, source.unbalanced, asIs)) {
    findings.push(finding('tag_unbalanced', `${tag} has no partner`, tag));
  }
  for (const tag of surplus(source.unbalanced, target.unbalanced, asIs)) {
    findings.push(finding('tag_missing', `${tag} is missing`, tag));
  }
  for (const tag of surplus(source.tags, target.tags, asIs)) {
    if (!loose.has(tag)) findings.push(finding('tag_missing', `${tag} is missing`, tag));
  }
  for (const tag of surplus(target.tags, source.tags, asIs)) {
    findings.push(finding('tag_extra', `${tag} is not in the source`, tag));
  }
  if (findings.length > 0) return findings;
  const moved = target.unbalanced.find((tag, at) => source.unbalanced[at] !== tag);
  if (moved !== undefined) findings.push(finding('tag_unbalanced', `${moved} has moved`, moved));
  return findings.concat(
    surplus(target.nesting, source.nesting, asIs).map((nesting) =>
      finding('tag_unbalanced', `${nesting} is not nested like this in the source`, nesting),
    ),
  );
}

/** Characters that stand as entities among the words. */
function escapedOf(tokens: readonly Token[]): Set<string> {
  const escaped = new Set<string>();
  for (const token of tokens) {
    if (token.type !== 'text') continue;
    for (const { source, text } of token.escapes ?? [])
      if (source.startsWith('&')) escaped.add(text);
  }
  return escaped;
}

/** The words without what is escaped in them. */
function plainOf(tokens: readonly Token[]): string {
  const plain: string[] = [];
  for (const token of tokens) {
    if (token.type !== 'text') continue;
    let from = 0;
    for (const { at, text } of token.escapes ?? []) {
      plain.push(token.text.slice(from, at));
      from = at + text.length;
    }
    plain.push(token.text.slice(from));
  }
  return plain.join('\n');
}

/** Characters that the source writes as entities alone and the target plainly, and entities that changed. */
function compareEntities(
  source: readonly Token[],
  target: readonly Token[],
  opaque: readonly string[],
): Finding[] {
  const escaped = [...escapedOf(source)];
  const before = escaped.length > 0 ? plainOf(source) : '';
  const after = escaped.length > 0 ? plainOf(target) : '';
  const changed = escaped.filter((char) => !before.includes(char) && after.includes(char));
  return [...changed, ...opaque].map((char) =>
    finding('entity_changed', `${char} is not escaped as in the source`, char),
  );
}

/** Compares a translation's tokens with its source's, as two texts that stand on their own. */
export function compareTokens(
  source: readonly Token[],
  target: readonly Token[],
  options: CompareOptions = {},
): Finding[] {
  const before = takeInventory(source, options.countName);
  const after = takeInventory(target, options.countName);
  const opaque = [
    ...surplus(before.opaqueEntities, after.opaqueEntities, asIs),
    ...surplus(after.opaqueEntities, before.opaqueEntities, asIs),
  ];
  return [
    ...comparePlaceholders(before, after, options),
    ...compareTags(before, after),
    ...surplus(before.urls, after.urls, asIs).map((url) =>
      finding('url_changed', `${url} is not in the translation`, url),
    ),
    ...surplus(after.urls, before.urls, asIs).map((url) =>
      finding('url_changed', `${url} is not in the source`, url),
    ),
    ...compareEntities(source, target, opaque),
  ];
}
