import { runSteps, type Steps } from '../token/steps.ts';
import type { Token } from '../token/token.ts';
import { joinsAfter, joinsBefore } from '../words/joined-words.ts';
import { UNSPACED } from '../words/unspaced.ts';
import { NO_WORDS } from '../words/words.ts';
import { type Finding, finding } from './findings.ts';

/** An element of a text. Offsets are in the text that a reader sees. */
interface Element {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly openTag: string;
  readonly closeTag: string;
}

/** A text as a reader sees it. Its elements are in the order of their start offsets. */
interface Shown {
  readonly text: string;
  readonly elements: readonly Element[];
}

/** Number of elements that are compared in one step. */
const ELEMENTS_PER_STEP = 500;

/** Visits all items, in steps of a few milliseconds. */
function* inSteps<Item>(items: readonly Item[], visit: (item: Item) => void): Steps<void> {
  for (let index = 0; index < items.length; index++) {
    visit(items[index]!);
    if (index % ELEMENTS_PER_STEP === ELEMENTS_PER_STEP - 1) yield;
  }
}

const SYMBOL = '\u2603';
const BREAKING = new Set(['br', 'hr', 'wbr']);

const isOpen = ({ type }: Token): boolean => type === 'open';

/** Returns the visible text of a token: nothing for a tag, and a space for a line break. */
function shownText(token: Token): string {
  switch (token.type) {
    case 'text':
      return token.text;
    case 'term':
      return token.target;
    case 'void':
      return BREAKING.has(token.name.toLowerCase()) ? ' ' : SYMBOL;
    case 'placeholder':
      if (token.kind === 'tag' || token.kind === 'comment') return '';
      if (token.kind === 'break' || token.kind === 'escape') return ' ';
      return token.kind === 'emoji' || token.kind === 'entity' ? SYMBOL : NO_WORDS;
    default:
      return '';
  }
}

function show(tokens: readonly Token[]): Shown {
  const sources: string[] = [];
  const opened = new Map<number, { at: number; start: number; rank: number; source: string }>();
  const elements: Element[] = [];
  const ordered: Element[][] = [];
  let text = '';
  tokens.forEach((token, index) => {
    sources.push(token.source);
    if (token.type === 'open') {
      const rank = ordered.push([]) - 1;
      opened.set(token.id, { at: index, start: text.length, rank, source: token.source });
    } else if (token.type === 'close') {
      const open = opened.get(token.id);
      if (!open) return;
      ordered[open.rank]!.push({
        name: token.name.toLowerCase(),
        start: open.start,
        end: text.length,
        source: isShort(index - open.at, text.length - open.start)
          ? sources.slice(open.at).join('')
          : open.source,
        openTag: open.source,
        closeTag: token.source,
      });
    } else text += shownText(token);
  });
  for (const group of ordered) elements.push(...group);
  return { text, elements };
}

const MAX_MOVED = 40;
const MAX_TOKENS = 10;

/** True if an element is short enough for a finding to quote its content. */
const isShort = (tokens: number, length: number): boolean =>
  tokens <= MAX_TOKENS && length <= MAX_MOVED;

function byName(elements: readonly Element[]): Map<string, Element[]> {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    const group = groups.get(element.name);
    if (group) group.push(element);
    else groups.set(element.name, [element]);
  }
  return groups;
}

/** Returns the elements that contain only white space and punctuation. */
function withoutText({ text, elements }: Shown): Set<Element> {
  const empty = new Set<Element>();
  const word = /[^\s\p{P}]/gu;
  let next = -1;
  for (const element of elements) {
    if (next < element.start) {
      word.lastIndex = element.start;
      next = word.exec(text)?.index ?? text.length;
    }
    if (next >= element.end) empty.add(element);
  }
  return empty;
}

const WORD_END = /[\p{L}\p{M}\p{N}\ufffc]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}\ufffc]/u;

type Contact = 'joined' | 'spaced' | 'other';

function contactAt(text: string, at: number): Contact {
  const [left, right] = [text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2)];
  if (/\s$/.test(left) || /^\s/.test(right)) return 'spaced';
  if (!WORD_END.test(left) || !WORD_START.test(right)) return 'other';
  return UNSPACED.test(left.slice(-1)) || UNSPACED.test(right[0]!) ? 'other' : 'joined';
}

interface Contacts {
  joined: number;
  affixed: number;
  spaced: number;
}

interface Sides {
  readonly open: Contacts;
  readonly close: Contacts;
}

const AFFIX_BEFORE = /(?<![\p{L}\p{M}])[\p{L}\p{M}]{1,3}$/u;
const AFFIX_AFTER = /^[\p{L}\p{M}]{1,3}(?![\p{L}\p{M}])/u;
const NEAR = 8;

/**
 * For each side, counts the elements that touch a word and the elements with a space. Elements at
 * which `locale` usually has no space are not counted as touching.
 */
function* sidesOf(text: string, elements: readonly Element[], locale: string | null): Steps<Sides> {
  const sides: Sides = {
    open: { joined: 0, affixed: 0, spaced: 0 },
    close: { joined: 0, affixed: 0, spaced: 0 },
  };
  const count = (side: 'open' | 'close', at: number): void => {
    const contacts = sides[side];
    const contact = contactAt(text, at);
    if (contact === 'spaced') contacts.spaced++;
    if (contact !== 'joined') return;
    const near =
      side === 'open' ? text.slice(Math.max(0, at - NEAR), at) : text.slice(at, at + NEAR);
    const joins = side === 'open' ? joinsBefore : joinsAfter;
    if (locale !== null && joins(near, locale)) return;
    contacts.joined++;
    if ((side === 'open' ? AFFIX_BEFORE : AFFIX_AFTER).test(near)) contacts.affixed++;
  };
  yield* inSteps(elements, ({ start, end }) => {
    if (start === end) return;
    count('open', start);
    count('close', end);
  });
  return sides;
}

/**
 * Returns the side on which the translation lacks a space at an element. Null if no space is
 * missing.
 */
function lostSide(before: Sides, after: Sides): 'open' | 'close' | null {
  const spaced = ({ open, close }: Sides): number => open.spaced + close.spaced;
  const hasFewer = spaced(after) < spaced(before);
  for (const side of ['open', 'close'] as const) {
    const [wanted, got] = [before[side], after[side]];
    if (got.joined > wanted.joined && got.spaced < wanted.spaced) return side;
    if (hasFewer && got.joined - got.affixed > wanted.joined) return side;
  }
  return null;
}

interface Pair {
  readonly source: Shown;
  readonly target: Shown;
}

function* compareSpaces(
  { source, target }: Pair,
  before: readonly Element[],
  after: readonly Element[],
  locale: string,
): Steps<Finding[]> {
  const wanted = yield* sidesOf(source.text, before, null);
  const side = lostSide(wanted, yield* sidesOf(target.text, after, locale));
  if (side === null) return [];
  const joined = after.find(
    ({ start, end }) =>
      start < end && contactAt(target.text, side === 'open' ? start : end) === 'joined',
  )!;
  const tag = side === 'open' ? joined.openTag : joined.closeTag;
  return [
    finding('tag_content', `the space beside ${tag} is missing`, tag, { reason: 'space_lost' }),
  ];
}

const RUN_END = /[\p{L}\p{M}\p{N}\ufffc]{1,40}$/u;
const RUN_START = /^[\p{L}\p{M}\p{N}\ufffc]{1,40}/u;

/** Returns the contents that elements would have if letters beside them moved into them. */
function* movedContents({ text }: Shown, elements: readonly Element[]): Steps<Set<string>> {
  const moved = new Set<string>();
  yield* inSteps(elements, ({ start, end }) => {
    if (start === end || end - start > MAX_MOVED) return;
    const content = text.slice(start, end);
    const left = RUN_END.exec(text.slice(Math.max(0, start - MAX_MOVED), start))?.[0];
    const right = RUN_START.exec(text.slice(end, end + MAX_MOVED))?.[0];
    if (left && contactAt(text, start) === 'joined')
      for (let index = 0; index < left.length; index++) moved.add(left.slice(index) + content);
    if (right && contactAt(text, end) === 'joined')
      for (let at = 1; at <= right.length; at++) moved.add(content + right.slice(0, at));
  });
  return moved;
}

const LETTER = /\p{L}/u;

/** True for a superscript or subscript, to which a translation adds no text. */
const isScript = (name: string): boolean => name === 'sup' || name === 'sub';

function* compareMoves(
  { source, target }: Pair,
  before: readonly Element[],
  after: readonly Element[],
): Steps<Finding[]> {
  const contentOf = (text: string, { start, end }: Element): string => text.slice(start, end);
  const sourceContents = new Set(before.map((element) => contentOf(source.text, element)));
  const hasLetters = before.some((element) => LETTER.test(contentOf(source.text, element)));
  const changed = after.filter(
    (element) =>
      !sourceContents.has(contentOf(target.text, element).trim()) || isScript(element.name),
  );
  if (changed.length === 0) return [];
  const moved = yield* movedContents(source, before);
  const found = changed.find((element) => {
    const content = contentOf(target.text, element).trim();
    if (moved.has(content) && !sourceContents.has(content)) return true;
    return isScript(element.name) && !hasLetters && LETTER.test(content);
  });
  if (!found) return [];
  const { source: written } = found;
  const detail = `${written} contains text that stands outside of it in the source`;
  return [finding('tag_content', detail, written, { reason: 'text_moved' })];
}

/**
 * Compares the text inside and around the elements of a translation with the source text. Finds
 * elements without text, missing spaces at tags, and characters that moved into an element.
 * Elements may be in a different order. Texts whose tags differ are skipped, because the tag check
 * reports them.
 */
export function compareContent(
  source: readonly Token[],
  target: readonly Token[],
  targetLocale: string,
): Finding[] {
  return source.some(isOpen) ? runSteps(compareContentInSteps(source, target, targetLocale)) : [];
}

/** Does the work of {@link compareContent} in steps of a few milliseconds each. */
export function* compareContentInSteps(
  source: readonly Token[],
  target: readonly Token[],
  targetLocale: string,
): Steps<Finding[]> {
  if (!source.some(isOpen)) return [];
  const pair = { source: show(source), target: show(target) };
  yield;
  const wanted = byName(pair.source.elements);
  const got = byName(pair.target.elements);
  const isSame = [...wanted].every(
    ([name, occurrences]) => got.get(name)?.length === occurrences.length,
  );
  if (!isSame || wanted.size !== got.size) return [];
  const [emptyBefore, emptyAfter] = [withoutText(pair.source), withoutText(pair.target)];
  const findings: Finding[] = [];
  for (const [name, before] of wanted) {
    const after = got.get(name)!;
    const empty = after.filter((element) => emptyAfter.has(element));
    if (empty.length > before.filter((element) => emptyBefore.has(element)).length) {
      const { source: written } = empty[0]!;
      const detail = `${written} contains no text, unlike in the source`;
      findings.push(finding('tag_content', detail, written, { reason: 'no_text' }));
      continue;
    }
    findings.push(...(yield* compareMoves(pair, before, after)));
    findings.push(...(yield* compareSpaces(pair, before, after, targetLocale)));
  }
  return findings;
}
