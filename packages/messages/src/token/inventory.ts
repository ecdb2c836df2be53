import { identityOf, readArgument } from '../style/argument.ts';
import { isFormatting } from '../syntax/html.ts';
import { LINK_NAME, linkAddress } from '../syntax/markdown.ts';
import { codeName } from '../syntax/xliff-codes.ts';
import {
  isBlock,
  type MessageFormat,
  type PlaceholderKind,
  type PlaceholderToken,
  type Token,
} from './token.ts';
import { tokenize } from './tokenize.ts';

interface InventoryItem extends Pick<PlaceholderToken, 'kind' | 'source' | 'numeric'> {
  readonly shape: string;
  /** Tag in {@link Inventory} if the placeholder is a whole tag, such as `{#b}`. */
  readonly tag?: string;
}

/** Properties of a text that are compared between translation and source. */
export interface Inventory {
  /** Placeholders. `shape` is the normalized form, and `source` is the text as written. */
  readonly placeholders: readonly InventoryItem[];
  /** Printf specifiers without an argument number, as written. */
  readonly unnumbered: readonly string[];
  readonly tags: readonly string[];
  /** First spelling of the tags that are placeholders: `{#b}` for the tag `{b}`. */
  readonly spellings: ReadonlyMap<string, string>;
  /** Nested elements, as the tags of the outer and the inner element: `<parent><child>`. */
  readonly nesting: readonly string[];
  readonly unbalanced: readonly string[];
  /** Single tags such as `<file>`. They usually stand for text that the reader has to enter. */
  readonly standIns: readonly string[];
  readonly urls: readonly string[];
  readonly opaqueEntities: readonly string[];
  /** Code of blocks, in the order of the text. */
  readonly blocks: readonly string[];
  /** Escapes that are written with a backslash, such as `\n`. */
  readonly escapes: readonly string[];
}

const COMPARED: ReadonlySet<PlaceholderKind> = new Set([
  ...(['double_brace', 'brace', 'js', 'nest', 'ruby', 'ruby_format', 'python', 'printf'] as const),
  ...(['dollar', 'named', 'template', 'percent', 'icu', 'pound'] as const),
]);

/** Formats in which spaces inside a placeholder are a part of its name. */
const KEEPS_BLANKS: ReadonlySet<MessageFormat> = new Set(['java', 'dotnet', 'ruby']);

const SELECTOR = /^\{\s*([^,{}]+?)\s*,\s*(plural|select|selectordinal|choice)\s*,/u;

/** Facts that determine the meaning of a placeholder, in addition to its text. */
export interface InventoryOptions {
  readonly format: MessageFormat;
  /** Argument that `#` represents. */
  readonly countName?: string | undefined;
}

/** Returns the same string for placeholders with the same meaning. */
function shapeOf(token: PlaceholderToken, { format, countName }: InventoryOptions): string {
  const { source, kind } = token;
  if (kind === 'pound') return countName === undefined ? '#' : `{${countName}}`;
  if (kind === 'printf' || kind === 'percent') return source;
  const compact = source.replace(/\s+/g, '');
  if (kind === 'named' && source.startsWith(':')) return compact.toLowerCase();
  if (kind === 'dollar') return source.toLowerCase();
  const argument = readArgument(token, format);
  if (argument) return identityOf(argument, format);
  const spelled = KEEPS_BLANKS.has(format) && kind !== 'double_brace' ? source : compact;
  if (kind !== 'icu' && kind !== 'brace') return spelled;
  // The options of a selector or choice are ignored, because a translation may need other plural
  // categories than the source text.
  const selector = SELECTOR.exec(spelled);
  if (!selector) return spelled;
  const name = KEEPS_BLANKS.has(format) ? spelled.slice(1, spelled.indexOf(',')) : selector[1];
  return `{${name},${selector[2]}}`;
}

// Matches texts that are printf specifiers even in an address. Other texts there may be
// percent-encoded characters, such as `%20x`.
const PLAIN_SPEC = /^%(?:\d\$)?[sd@]$/;

const placeholdersIn = (text: string): PlaceholderToken[] =>
  tokenize(text, 'auto').filter(
    (token): token is PlaceholderToken => token.type === 'placeholder' && COMPARED.has(token.kind),
  );

/** Returns the placeholders in a tag or in an address. */
function innerPlaceholders(source: string): PlaceholderToken[] {
  return placeholdersIn(source.replace(/^(?:<|\w{1,6}:\/\/)/, ' ')).filter(
    ({ kind, source: spec }) =>
      kind === 'printf' || kind === 'percent' ? PLAIN_SPEC.test(spec) : true,
  );
}

function isStandIn(tag: string): boolean {
  const name = /^<([A-Za-z][\w-]*)>$/.exec(tag)?.[1];
  return name !== undefined && !isFormatting(name);
}

/**
 * Returns the tag of a pair. Pairs of other syntaxes than HTML have a name with brackets, such as `{link}` and `[b]`.
 */
const tagOf = (name: string): string => (/^(?:[{\\]|\[\w)/.test(name) ? name : `<${name}>`);

const LINK = /(?:href|src|action)\s?=\s?["']?([^"'\s>]+)/giu;

/** Collects the properties of tokens that are compared between translation and source. */
export function takeInventory(tokens: readonly Token[], options: InventoryOptions): Inventory {
  const placeholders: InventoryItem[] = [];
  const unnumbered: string[] = [];
  const tags: string[] = [];
  const spellings = new Map<string, string>();
  const nesting: string[] = [];
  const unbalanced: string[] = [];
  const standIns: string[] = [];
  const urls: string[] = [];
  const opaqueEntities: string[] = [];
  const escapes: string[] = [];
  const blocks: string[] = [];
  const stack: string[] = [''];
  const add = (token: PlaceholderToken, tag?: string): void => {
    const { source, numeric, kind, positional } = token;
    let shape = shapeOf(token, options);
    if (positional && kind === 'printf') {
      unnumbered.push(source);
      // Gives specifiers without an argument number the number of their position: the n-th `%s`
      // equals `%n$s`. A translation may therefore write argument numbers.
      shape = `%${unnumbered.length}$${source.slice(1).trim()}`;
    }
    placeholders.push({ shape, source, kind, numeric: numeric || kind === 'pound', tag });
  };
  /** Adds the placeholders in a tag. Returns true if the tag itself is one, with all of its options. */
  const addInner = (tag: string, source: string): boolean => {
    const inner = innerPlaceholders(source);
    const isWhole = inner.length > 0 && inner[0]!.source === source;
    for (const token of inner) add(token, isWhole ? tag : undefined);
    if (isWhole && !spellings.has(tag)) spellings.set(tag, source);
    return isWhole;
  };
  const addTag = (name: string, source: string): void => {
    tags.push(name);
    if (codeName(source) !== null || addInner(name, source)) return;
    for (const match of source.matchAll(LINK)) urls.push(match[1]!);
  };
  for (const token of tokens) {
    if (token.type === 'open') {
      const name = codeName(token.source) ?? tagOf(token.name);
      addTag(name, token.source);
      nesting.push(`${stack.at(-1)}${name}`);
      stack.push(name);
    } else if (token.type === 'close') {
      stack.pop();
      if (token.name === LINK_NAME) {
        const address = linkAddress(token.source);
        urls.push(address);
        for (const inner of innerPlaceholders(address)) add(inner);
      }
    } else if (token.type === 'void') {
      const name = codeName(token.source) ?? `<${token.name}/>`;
      addTag(name, token.source);
      nesting.push(`${stack.at(-1)}${name}`);
    } else if (token.type === 'placeholder') {
      if (isBlock(token)) blocks.push(shapeOf(token, options));
      if (token.kind === 'tag') {
        const [, name = token.source] = /^<(\/?[\w:.-]+)/.exec(token.source) ?? [];
        const tag = tagOf(name);
        const code = codeName(token.source);
        if (code !== null) {
          unbalanced.push(code);
          continue;
        }
        (isStandIn(token.source) ? standIns : unbalanced).push(tag);
        addInner(tag, token.source);
      } else if (token.kind === 'url' || token.kind === 'email') {
        urls.push(token.source);
        for (const inner of innerPlaceholders(token.source)) add(inner);
      } else if (token.kind === 'code') {
        for (const inner of placeholdersIn(token.source.slice(1, -1))) add(inner);
      } else if (token.kind === 'entity') opaqueEntities.push(token.source);
      else if (token.kind === 'escape') escapes.push(token.source);
      else if (COMPARED.has(token.kind)) add(token);
    }
  }
  return {
    placeholders,
    unnumbered,
    tags,
    spellings,
    nesting,
    unbalanced,
    standIns,
    urls,
    opaqueEntities,
    escapes,
    blocks,
  };
}
