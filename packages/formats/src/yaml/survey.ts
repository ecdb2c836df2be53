import {
  COLLECTION_STYLE,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type ScalarStyle,
  type SequenceEvent,
} from 'js-yaml';
import type { PlacedContainer } from '../patch/placement.ts';
import type { YamlVisitor } from './read.ts';
import { canBePlain } from './scalar.ts';

export interface YamlChild {
  start: number;
  end: number;
  isRemoved: boolean;
}

export interface YamlContainer extends PlacedContainer {
  readonly start: number;
  end: number;
  readonly isFlow: boolean;
  /**
   * True if entries can be inserted and removed. A single-pair mapping such as `[a: b]` always has
   * exactly one entry.
   */
  readonly isOpen: boolean;
  readonly colonEnd: number;
  readonly entryStart: number;
  readonly parent: YamlContainer | null;
  readonly children: YamlChild[];
  readonly anchors: Map<string, YamlChild>;
  /** Style of the last text for which another style was possible. Null if there is none. */
  style: ScalarStyle | null;
  hasUnknownEnd: boolean;
}

export interface YamlLeaf {
  name: string;
  /** Text of the scalar. Null for a null value. */
  text: string | null;
  event: ScalarEvent;
  /**
   * Start of the value, including its tag. For a null value that is not written in the file, the
   * offset at which a value could be written.
   */
  start: number;
  end: number;
  container: YamlContainer;
}

export interface YamlSurveyHooks {
  /** Receives a text. Returns false to remove the text from its mapping. */
  leaf(leaf: YamlLeaf): boolean;
  close(container: YamlContainer): void;
  isAnchor?(name: string): boolean;
}

/** Reports the offsets of the entries of a YAML file, in code units. */
export class YamlSurvey implements YamlVisitor {
  isNested = false;
  /** True if any key contains the key separator. */
  isJoined = false;
  readonly #text: string;
  readonly #separator: string;
  readonly #hooks: YamlSurveyHooks;
  #container: YamlContainer | null = null;
  #depth = 0;
  #cursor = 0;
  #keyEnd = -1;
  #entryStart = -1;

  constructor(text: string, separator: string, hooks: YamlSurveyHooks) {
    this.#text = text;
    this.#separator = separator;
    this.#hooks = hooks;
  }

  open(
    name: string | null | undefined,
    event: MappingEvent | SequenceEvent,
    keys: ReadonlyMap<string, number> | null,
  ): void {
    const parent = this.#container;
    const isFlow = event.style === COLLECTION_STYLE.FLOW;
    if (typeof name === 'string') this.isNested = true;
    const colonEnd = this.#colonEnd();
    const entryStart = this.#entryStart;
    if (parent !== null) this.#startChild(event.start);
    this.#depth += 1;
    this.#container = {
      name: name ?? null,
      isArray: keys === null,
      depth: this.#depth,
      get count() {
        return this.children.length;
      },
      members: keys,
      start: event.start,
      end: -1,
      isFlow,
      isOpen: name !== undefined && (!isFlow || '{['.includes(this.#text[event.start]!)),
      colonEnd,
      entryStart,
      parent,
      children: [],
      anchors: new Map(),
      style: null,
      hasUnknownEnd: false,
    };
    this.#cursor = isFlow ? event.start + 1 : event.start;
    this.#keyEnd = -1;
    this.#entryStart = -1;
  }

  close(): void {
    const container = this.#container!;
    if (container.isFlow && '{['.includes(this.#text[container.start]!)) {
      this.#cursor = skipGap(this.#text, this.#cursor, ',:') + 1;
    }
    container.end = this.#cursor;
    this.#hooks.close(container);
    this.#container = container.parent;
    this.#depth -= 1;
    this.#keyEnd = -1;
    this.#entryStart = -1;
    if (container.parent === null) return;
    container.parent.children.at(-1)!.end = this.#cursor;
    container.parent.hasUnknownEnd ||= container.hasUnknownEnd;
  }

  key(key: string, event: ScalarEvent): void {
    this.isJoined ||= key.includes(this.#separator);
    const start = event.tagStart === -1 ? this.#startOf(event) : event.tagStart;
    const line = this.#text.slice(Math.max(this.#cursor, start - 100), start);
    this.#entryStart = start - (/\?[ \t]+$/.exec(line)?.[0].length ?? 0);
    this.#cursor = endOf(event);
    this.#keyEnd = this.#cursor;
  }

  leaf(name: string, text: string | null, event: ScalarEvent): void {
    const container = this.#container!;
    const [start, end] = this.#spanOf(event);
    const child = this.#startChild(start);
    if (end === -1) container.hasUnknownEnd = true;
    else this.#cursor = end;
    child.end = this.#cursor;
    const isQuoted = event.style !== SCALAR_STYLE.PLAIN;
    const isChosen = text !== null && (!isQuoted || canBePlain(text));
    if (isChosen && event.style <= SCALAR_STYLE.DOUBLE_QUOTED) container.style = event.style;
    child.isRemoved = !this.#hooks.leaf({ name, text, event, start, end, container });
    if (!child.isRemoved && this.#hooks.isAnchor?.(name)) {
      for (let at: YamlContainer | null = container; at !== null; at = at.parent) {
        at.anchors.set(name, at.children.at(-1)!);
      }
    }
    this.#keyEnd = -1;
    this.#entryStart = -1;
  }

  #startChild(start: number): YamlChild {
    const child = {
      start: this.#entryStart === -1 ? start : this.#entryStart,
      end: -1,
      isRemoved: false,
    };
    this.#container!.children.push(child);
    return child;
  }

  #spanOf(event: ScalarEvent): [start: number, end: number] {
    if (event.valueStart === -1) {
      if (event.tagStart !== -1) return [event.tagStart, event.tagEnd];
      const colonEnd = this.#colonEnd();
      return colonEnd === -1 ? [this.#cursor, -1] : [colonEnd, colonEnd];
    }
    const isBlock = event.style >= SCALAR_STYLE.LITERAL_BLOCK;
    const start = event.tagStart === -1 || isBlock ? this.#startOf(event) : event.tagStart;
    return [start, isBlock ? event.valueEnd : endOf(event)];
  }

  /** Returns the start of a scalar without its tag. A block scalar starts with its header. */
  #startOf(event: ScalarEvent): number {
    if (event.style < SCALAR_STYLE.LITERAL_BLOCK) return startOf(event);
    const lineEnd = this.#text.lastIndexOf('\n', event.valueStart - 2) + 1;
    const from = Math.max(lineEnd, this.#cursor, event.tagEnd);
    return from + this.#text.slice(from, event.valueStart).search(/[|>]/);
  }

  #colonEnd(): number {
    if (this.#keyEnd === -1) return -1;
    const at = skipGap(this.#text, this.#keyEnd, '');
    return this.#text[at] === ':' ? at + 1 : -1;
  }
}

function startOf({ valueStart, style }: ScalarEvent): number {
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  return isQuoted ? valueStart - 1 : valueStart;
}

function endOf({ valueStart, valueEnd, tagEnd, style }: ScalarEvent): number {
  if (valueStart === -1) return tagEnd;
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  return isQuoted ? valueEnd + 1 : valueEnd;
}

function skipGap(text: string, from: number, others: string): number {
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at]!;
    if (character === '#') {
      while (at + 1 < text.length && text[at + 1] !== '\n' && text[at + 1] !== '\r') at++;
    } else if (!' \t\r\n'.includes(character) && !others.includes(character)) break;
  }
  return at;
}
