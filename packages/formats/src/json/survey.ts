import type { FormatLimits } from '../format.ts';
import type { NameIndex } from '../names/name-index.ts';
import { DEFAULT_KEY_SEPARATOR } from '../names/names.ts';
import type { Edits } from '../patch/edits.ts';
import { JsonLeaves } from './rows.ts';
import { type JsonTokenHandler, JsonTokenizer } from './tokens.ts';

/**
 * An object member or array element, with its offsets. `before` is the offset after the preceding
 * comma or opening bracket.
 */
export interface JsonChild {
  before: number;
  start: number;
  /** For a member, the offset after its name. For an array element, the start of the element. */
  keyEnd: number;
  valueStart: number;
  end: number;
}

export interface JsonContainer {
  readonly name: string | null;
  readonly isArray: boolean;
  /** Nesting depth of the container. The outermost container has the depth 1. */
  readonly depth: number;
  readonly open: number;
  close: number;
  count: number;
  readonly members: NameIndex | null;
  last: JsonChild | null;
  readonly anchors: Map<string, JsonChild>;
}

export interface JsonSurveyHooks {
  /**
   * Receives each string of the file with its offsets. `text` is undefined for a null value.
   * Returns false to remove the string.
   */
  leaf(
    name: string,
    text: string | undefined,
    start: number,
    end: number,
    isElement: boolean,
  ): boolean;
  edits?: Edits;
  /** True to remove an object or array if all of its texts are removed. */
  prunes?: boolean;
  isWatched?(name: string | null): boolean;
  isAnchor?(name: string): boolean;
  container?(container: JsonContainer): void;
}

interface Frame {
  readonly parent: Frame | null;
  readonly start: number;
  readonly depth: number;
  readonly isArray: boolean;
  readonly watched: JsonContainer | null;
  lastEnd: number;
  removedFrom: number;
  hasKept: boolean;
  memberStart: number;
  keyEnd: number;
  before: number;
  child: JsonChild | null;
}

/**
 * Finds the texts of a JSON file, with the key names that the reader gives them and their offsets
 * in code units.
 */
export class JsonSurvey implements JsonTokenHandler {
  readonly tokenizer: JsonTokenizer;
  /** True if the root contains an object or an array. */
  isNested = false;
  /** True if the name of any member contains the key separator. */
  isJoined = false;
  readonly #separator: string;
  readonly #leaves: JsonLeaves;
  readonly #hooks: JsonSurveyHooks;
  #frame: Frame | null = null;
  #name = '';
  #text = '';
  #hasText = false;

  constructor(
    options: { keySeparator: string | null; limits: FormatLimits; hasLocale?: boolean },
    hooks: JsonSurveyHooks,
  ) {
    const { limits } = options;
    this.#hooks = hooks;
    this.#separator = options.keySeparator ?? DEFAULT_KEY_SEPARATOR;
    this.#leaves = new JsonLeaves({ ...options, warn: () => {} }, (name, text) => {
      this.#name = name;
      this.#text = text;
      this.#hasText = true;
    });
    this.tokenizer = new JsonTokenizer(this, {
      depth: limits.depth,
      memberLength: limits.keyNameLength,
      valueLength: limits.valueLength,
    });
    this.#leaves.attach(this.tokenizer);
  }

  startObject(): void {
    const name = this.#frame === null ? null : this.#leaves.path();
    this.#leaves.startObject();
    this.#open(name, false);
  }

  startArray(): void {
    const name = this.#leaves.path();
    this.#leaves.startArray();
    this.#open(name, true);
  }

  endObject(): void {
    this.#leaves.endObject();
    this.#close();
  }

  endArray(): void {
    this.#leaves.endArray();
    this.#close();
  }

  member(name: string): void {
    const frame = this.#frame!;
    frame.memberStart = this.tokenizer.tokenStart;
    frame.keyEnd = this.tokenizer.stringEnd;
    this.isJoined ||= name.includes(this.#separator);
    this.#leaves.member(name);
  }

  string(text: string): void {
    this.#leaves.string(text);
    const { tokenStart, stringEnd } = this.tokenizer;
    if (this.#hasText) this.#leaf(stringEnd);
    else this.#endChild(this.#frame!, tokenStart, stringEnd, true);
  }

  literal(source: string): void {
    const name = this.#leaves.path();
    this.#leaves.literal(source);
    if (source === 'null') this.#name = name;
    this.#leaf(this.tokenizer.tokenStart + source.length);
  }

  path(): string {
    return this.#leaves.path();
  }

  #leaf(end: number): void {
    const frame = this.#frame!;
    const { tokenStart } = this.tokenizer;
    const name = this.#name;
    const text = this.#hasText ? this.#text : undefined;
    this.#hasText = false;
    const stays = this.#hooks.leaf(name, text, tokenStart, end, frame.isArray);
    if (stays && this.#hooks.isAnchor?.(name)) this.#anchor(name, tokenStart);
    this.#endChild(frame, tokenStart, end, stays);
  }

  #anchor(name: string, valueStart: number): void {
    for (let frame = this.#frame; frame !== null; frame = frame.parent) {
      if (frame.watched === null) continue;
      frame.child ??= childOf(frame, valueStart);
      frame.watched.anchors.set(name, frame.child);
    }
  }

  #open(name: string | null, isArray: boolean): void {
    const { tokenStart } = this.tokenizer;
    const parent = this.#frame;
    if (parent !== null) {
      this.isNested = true;
      parent.child = parent.watched === null ? null : childOf(parent, tokenStart);
    }
    const open = tokenStart + 1;
    const depth = (parent?.depth ?? 0) + 1;
    const watched: JsonContainer | null = this.#hooks.isWatched?.(name)
      ? {
          name,
          isArray,
          depth,
          open,
          close: open,
          count: 0,
          members: this.tokenizer.memberNames,
          last: null,
          anchors: new Map(),
        }
      : null;
    this.#frame = {
      parent,
      start: tokenStart,
      depth,
      isArray,
      watched,
      lastEnd: open,
      removedFrom: -1,
      hasKept: false,
      memberStart: -1,
      keyEnd: -1,
      before: open,
      child: null,
    };
  }

  #close(): void {
    const frame = this.#frame!;
    const { tokenStart } = this.tokenizer;
    const { parent } = frame;
    if (this.#hooks.prunes && parent !== null && frame.removedFrom !== -1) {
      this.#frame = parent;
      this.#endChild(parent, frame.start, tokenStart + 1, false);
      return;
    }
    if (frame.removedFrom !== -1) this.#hooks.edits?.replace(frame.removedFrom, frame.lastEnd, '');
    if (frame.watched !== null) {
      frame.watched.close = tokenStart;
      this.#hooks.container?.(frame.watched);
    }
    this.#frame = parent;
    if (parent !== null) this.#endChild(parent, frame.start, tokenStart + 1, true);
  }

  #endChild(frame: Frame, valueStart: number, end: number, stays: boolean): void {
    const start = frame.isArray ? valueStart : frame.memberStart;
    if (stays) {
      if (frame.removedFrom !== -1) this.#hooks.edits?.replace(frame.removedFrom, start, '');
      frame.removedFrom = -1;
      frame.hasKept = true;
    } else if (frame.hasKept) {
      this.#hooks.edits?.replace(frame.lastEnd, end, '');
    } else if (frame.removedFrom === -1) {
      frame.removedFrom = start;
    }
    const { watched } = frame;
    if (watched !== null) {
      watched.count += 1;
      const child = frame.child ?? childOf(frame, valueStart);
      child.end = end;
      if (stays) watched.last = child;
    }
    frame.child = null;
    frame.lastEnd = end;
    frame.before = end;
  }
}

function childOf(frame: Frame, valueStart: number): JsonChild {
  const start = frame.isArray ? valueStart : frame.memberStart;
  return {
    before: frame.before,
    start,
    keyEnd: frame.isArray ? start : frame.keyEnd,
    valueStart,
    end: valueStart,
  };
}
