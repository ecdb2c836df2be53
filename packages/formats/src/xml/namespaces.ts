import { XmlFault } from './references.ts';
import type { ParsedTag, XmlAttribute } from './tag.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** Number of attributes up to which each pair of attributes is compared to find duplicates. */
const FEW = 12;

interface Names {
  prefix: string;
  local: string;
}

export interface XmlPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Position of a token: its offsets in the document, in code units, and the line and column of its
 * start.
 */
interface Located extends XmlPosition {
  readonly start: number;
  readonly end: number;
}

/** A start tag whose namespaces are resolved (Namespaces in XML 1.0). */
export interface XmlTag {
  readonly qualifiedName: string;
  readonly name: string;
  readonly isSelfClosing: boolean;
  readonly uri: string;
  /** Attributes in the order of the file. Namespace declarations are left out. */
  readonly attributes: readonly XmlAttribute[];
  /** Namespaces that the element declares, by prefix. Null if the element declares none. */
  readonly declared: ReadonlyMap<string, string> | null;
  readonly start: number;
  readonly end: number;
  readonly place: XmlPosition;
}

export class Namespaces {
  readonly #scopes: { depth: number; declared: Map<string, string> }[] = [
    { depth: 0, declared: new Map([['xml', XML]]) },
  ];
  #default = '';

  /**
   * Processes the start tag of an element. The root has the depth 1.
   * @throws XmlFault for a prefix without a namespace and for duplicate attributes
   */
  enter(
    { name: qualifiedName, attributes: all, isSelfClosing }: ParsedTag,
    { start, end, line, column }: Located,
    depth: number,
  ): XmlTag {
    const declared = this.#declare(all, depth);
    const attributes =
      declared === null ? all : all.filter((attribute) => !isDeclaration(attribute.name));
    for (const attribute of attributes) {
      if (!attribute.name.includes(':')) continue;
      const { prefix, local } = splitName(attribute.name);
      attribute.prefix = prefix;
      attribute.local = local;
      attribute.uri = this.#resolve(prefix);
    }
    if (attributes.length > 1) requireDistinct(attributes);
    const names = qualifiedName.includes(':') ? splitName(qualifiedName) : null;
    return {
      qualifiedName,
      name: names === null ? qualifiedName : names.local,
      uri: names === null ? this.#default : this.#resolve(names.prefix),
      attributes,
      declared,
      isSelfClosing,
      start,
      end,
      place: { line, column },
    };
  }

  leave(depth: number): void {
    if (this.#scopes.at(-1)!.depth !== depth) return;
    this.#scopes.pop();
    this.#default = this.#find('') ?? '';
  }

  #declare(attributes: readonly XmlAttribute[], depth: number): Map<string, string> | null {
    let declared: Map<string, string> | null = null;
    for (const { name, value } of attributes) {
      if (!isDeclaration(name)) continue;
      const prefix = name === 'xmlns' ? '' : splitName(name).local;
      const uri = value.trim();
      requirePair(prefix, uri);
      declared ??= new Map();
      if (declared.has(prefix)) throw new XmlFault(`duplicate attribute: ${name}`);
      declared.set(prefix, uri);
    }
    if (declared !== null) {
      this.#scopes.push({ depth, declared });
      this.#default = declared.get('') ?? this.#default;
    }
    return declared;
  }

  #resolve(prefix: string): string {
    const uri = this.#find(prefix);
    if (uri === undefined) {
      throw new XmlFault(`unbound namespace prefix: ${JSON.stringify(prefix)}`);
    }
    return uri;
  }

  #find(prefix: string): string | undefined {
    for (let at = this.#scopes.length - 1; at >= 0; at--) {
      const uri = this.#scopes[at]!.declared.get(prefix);
      if (uri !== undefined) return uri;
    }
    return undefined;
  }
}

const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

function splitName(name: string): Names {
  const colon = name.indexOf(':');
  const prefix = name.slice(0, colon);
  const local = name.slice(colon + 1);
  if (prefix === '' || local === '' || local.includes(':')) {
    throw new XmlFault(`malformed name: ${name}`);
  }
  return { prefix, local };
}

/** Checks the rules about reserved prefixes and namespaces (Namespaces in XML 1.0, section 3). */
function requirePair(prefix: string, uri: string): void {
  if (prefix !== '' && uri === '') {
    throw new XmlFault(`the prefix ${prefix} is declared without a namespace`);
  }
  if (prefix === 'xmlns' || uri === XMLNS || (prefix === 'xml') !== (uri === XML)) {
    throw new XmlFault(`the namespace ${JSON.stringify(uri)} must not have this prefix`);
  }
}

function requireDistinct(attributes: readonly XmlAttribute[]): void {
  const seen = attributes.length > FEW ? new Set<string>() : null;
  for (let index = 0; index < attributes.length; index++) {
    const { local, uri, name } = attributes[index]!;
    let isDuplicate = false;
    if (seen !== null) {
      const whole = uri === '' ? local : `{${uri}}${local}`;
      isDuplicate = seen.has(whole);
      seen.add(whole);
    } else {
      for (let other = 0; other < index; other++) {
        const earlier = attributes[other]!;
        isDuplicate ||= earlier.local === local && earlier.uri === uri;
      }
    }
    if (isDuplicate) throw new XmlFault(`duplicate attribute: ${name}`);
  }
}
