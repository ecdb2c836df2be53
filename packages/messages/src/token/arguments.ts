import { readMf2 } from '../mf2/read-mf2.ts';
import { variablesOf } from '../mf2/variables.ts';
import { type IcuNode, readIcu } from '../syntax/icu.ts';
import { scanTokens } from '../syntax/scanner.ts';
import type { MessageFormat, PlaceholderKind, Token } from './token.ts';
import { stylesInsideIcu, tokenize } from './tokenize.ts';

/** Type of a message argument. `option` is a value by which a `select` chooses an option. */
export type ArgumentType = 'text' | 'number' | 'date' | 'option';

export interface MessageArguments {
  /** Types by argument name, in the order of the message. */
  readonly named: ReadonlyMap<string, ArgumentType>;
  /** Number of arguments without a name, such as `%s`. */
  readonly positional: number;
}

/** Patterns that find the argument name in a placeholder, by kind of placeholder. */
const NAMES: Partial<Record<PlaceholderKind, RegExp>> = {
  double_brace: /^\{\{\{?[\s-]*([^\s,{}#^/]+)/,
  brace: /^\{\s*([^\s,:!|{}']+)/,
  js: /^\$\{\s*([^\s{}]+)/,
  ruby: /^%\{([^\s{}]+)/,
  dollar: /^\$([\w@]+)\$/,
  ruby_format: /^%<([^\s<>]+)>/,
  python: /^%\(([^\s()]+)\)/,
  named: /^(?:%|:|\\\()([\w.]+)/,
};
const INDEX = /^(?:%(\d+)\$|\$(\d)$)/;
const TYPES = { none: 'text', number: 'number', date: 'date', time: 'date' } as const;

/**
 * Collects the arguments of a message. An argument with several types gets the first type that is
 * not `text`.
 */
class Collector {
  readonly named = new Map<string, ArgumentType>();
  positional = 0;

  add(name: string, type: ArgumentType): void {
    const knownType = this.named.get(name);
    if (knownType === undefined || knownType === 'text') this.named.set(name, type);
  }

  addTokens(tokens: readonly Token[]): void {
    let next = 0;
    for (const token of tokens) {
      if (token.type !== 'placeholder') continue;
      const { kind, source } = token;
      const name = NAMES[kind]?.exec(source)?.[1];
      if (name !== undefined) this.add(name, 'text');
      else if (kind === 'printf' || kind === 'dollar' || source === '{}') {
        const [, numbered, index = numbered] = INDEX.exec(source) ?? [];
        this.positional = Math.max(this.positional, index === undefined ? ++next : Number(index));
      }
    }
  }

  addNodes(nodes: readonly IcuNode[], format: MessageFormat): void {
    const styles = stylesInsideIcu(format);
    for (const [at, node] of nodes.entries()) {
      if (node.type === 'argument') this.add(node.name, TYPES[node.format]);
      if (node.type === 'literal') {
        this.addTokens(scanTokens(`${at > 0 ? '}' : ''}${node.raw}`, { styles }));
      }
      if (node.type !== 'selector') continue;
      const { name, kind } = node.dimension;
      this.add(name, kind === 'select' ? 'option' : 'number');
      for (const option of node.options.values()) this.addNodes(option, format);
    }
  }
}

/** Returns the arguments of a message. Returns none for an invalid message of ICU or MessageFormat 2. */
export function argumentsOf(text: string, format: MessageFormat): MessageArguments {
  const collector = new Collector();
  const message = readMf2(text, format);
  if (message instanceof Error) return collector;
  if (message) {
    for (const [name, type] of variablesOf(message)) collector.add(name, type);
    return collector;
  }
  const nodes = readIcu(text, format);
  if (nodes === null) collector.addTokens(tokenize(text, format));
  else if (!(nodes instanceof Error)) collector.addNodes(nodes, format);
  return collector;
}
