import {
  COLLECTION_STYLE,
  type Event,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import type { ReadOptions } from '../format.ts';
import type { PlacedContainer } from '../patch/placement.ts';
import { type KeySet, YamlLeaves } from './read.ts';

/** A scalar of the base that is or can become a text, by its offsets. */
export interface YamlLeaf {
  readonly name: string;
  /** Null for a null. */
  readonly text: string | null;
  readonly event: ScalarEvent;
  readonly isElement: boolean;
  /** Number of open mappings and sequences. */
  readonly depth: number;
  /** True inside of braces or brackets. */
  readonly isFlow: boolean;
  /** Offset of the key, its quote included; of the value in a sequence. */
  readonly start: number;
  /** The value with its quotes or its block header. Empty behind the colon if there is none, and -1 in a sequence. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A mapping or sequence of the base. */
export interface YamlContainer extends PlacedContainer {
  readonly isFlow: boolean;
  /** Offset of its first key, dash or bracket. */
  readonly start: number;
  /** Offset behind the colon of its own key, or -1. */
  readonly colon: number;
  readonly members: KeySet | null;
  count: number;
  /** Number of children that stay. */
  kept: number;
  /** Offset behind the last child that stays, or -1. */
  lastEnd: number;
  /** Offsets behind the children that hold the texts of `isAnchor`, by the names of these. */
  readonly anchors: Map<string, number>;
  end: number;
}

export interface YamlSurveyHooks {
  /** Returns false if the entry is cut out of its mapping. */
  leaf(leaf: YamlLeaf): boolean;
  isAnchor?(name: string): boolean;
  container?(container: YamlContainer): void;
}

interface Frame {
  readonly container: YamlContainer;
  /** Offset of the key whose value comes next, and the offset behind its colon. */
  keyStart: number;
  colon: number;
  /** Anchors in the child that is open. */
  anchors: string[];
}

/** Walks through a YAML file with the names that reading gives, and reports offsets in code units. */
export function surveyYaml(
  text: string,
  events: readonly Event[],
  options: Omit<ReadOptions, 'warn'>,
  hooks: YamlSurveyHooks,
): { isNested: boolean; isJoined: boolean } {
  const frames: Frame[] = [];
  const separator = options.keySeparator ?? '.';
  const found = { isNested: false, isJoined: false };

  const endChild = (frame: Frame, end: number, stays: boolean): void => {
    const { container } = frame;
    container.count += 1;
    if (stays) {
      container.kept += 1;
      container.lastEnd = end;
      for (const name of frame.anchors) container.anchors.set(name, end);
    }
    container.end = end;
    frame.anchors = [];
  };

  const leaves = new YamlLeaves(
    text,
    events,
    { ...options, warn: () => {} },
    {
      open(event: MappingEvent | SequenceEvent, name, keys) {
        const parent = frames.at(-1);
        if (name !== null) found.isNested = true;
        const isFlow = event.style === COLLECTION_STYLE.FLOW;
        frames.push({
          container: {
            name,
            isArray: keys === null,
            isFlow,
            depth: frames.length + 1,
            start: event.start,
            colon: parent?.colon ?? -1,
            members: keys,
            count: 0,
            kept: 0,
            lastEnd: -1,
            anchors: new Map(),
            end: event.start + (isFlow ? 1 : 0),
          },
          keyStart: -1,
          colon: -1,
          anchors: [],
        });
      },
      close() {
        const { container } = frames.pop()!;
        if (container.isFlow) {
          container.end = closeOf(text, container.end, container.isArray ? ']' : '}') + 1;
        }
        hooks.container?.(container);
        const parent = frames.at(-1);
        if (parent) endChild(parent, container.end, true);
      },
      key(event, key) {
        const frame = frames.at(-1)!;
        const [start, end] = spanOf(text, event);
        frame.keyStart = start;
        frame.colon = behind(text, end, COLON);
        if (key.includes(separator)) found.isJoined = true;
      },
      leaf(event, name, value) {
        const frame = frames.at(-1)!;
        const { isArray, isFlow } = frame.container;
        const isEmpty = event.valueStart === -1;
        const empty = isArray ? -1 : frame.colon;
        const [valueStart, valueEnd] = isEmpty ? [empty, empty] : spanOf(text, event);
        const start = isArray ? valueStart : frame.keyStart;
        const stays = hooks.leaf({
          ...{ name, text: value, event, isElement: isArray, isFlow, depth: frames.length },
          ...{ start, valueStart, valueEnd },
        });
        if (stays && hooks.isAnchor?.(name)) for (const open of frames) open.anchors.push(name);
        const before = frame.container.end;
        const dash = isArray && isEmpty && !isFlow ? behind(text, before, DASH) : -1;
        endChild(frame, Math.max(valueEnd, dash, before), stays);
      },
    },
  );
  for (const _ of leaves.rows());
  return found;
}

/** The offsets of a scalar with its quotes, or with the header of a block. */
function spanOf(text: string, { style, valueStart, valueEnd }: ScalarEvent): [number, number] {
  if (style === SCALAR_STYLE.PLAIN) return [valueStart, valueEnd];
  if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
    return [valueStart - 1, valueEnd + 1];
  }
  return [headerOf(text, valueStart).start, valueEnd];
}

const HEADER = /(?<=[\s:-])[|>][0-9+-]*(?=[ \t]*(?:#.*)?\r?$)/m;

/** The indicator of a block scalar whose content starts at an offset. */
export function headerOf(text: string, contentStart: number): { start: number; end: number } {
  const line = lineStartOf(text, contentStart - 1);
  const match = HEADER.exec(text.slice(line, contentStart));
  // A parsed block scalar has a header on the line before its content.
  if (match === null) throw new TypeError('a block scalar without a header');
  return { start: line + match.index, end: line + match.index + match[0].length };
}

/** Offset of the line that holds an offset. */
export const lineStartOf = (text: string, offset: number): number =>
  Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;

const COLON = /(?:\s|#.*)*:/y;
const DASH = /(?:\s|#.*)*-/y;

/** Offset behind an indicator that follows after white space and comments only, or -1. */
function behind(text: string, from: number, indicator: RegExp): number {
  indicator.lastIndex = from;
  return indicator.test(text) ? indicator.lastIndex : -1;
}

/** Offset of the bracket that closes a collection, behind its last child. */
function closeOf(text: string, from: number, bracket: string): number {
  let at = from;
  while (at < text.length && text[at] !== bracket) {
    // A comment starts behind white space (YAML 1.2.2 section 6.6).
    if (text[at] === '#' && /\s/.test(text[at - 1] ?? ' ')) {
      while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
    } else at += 1;
  }
  return at;
}
