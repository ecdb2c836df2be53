import { asObject } from '../http/http-answer.ts';
import { readLenientJson } from './read-lenient-json.ts';

export type Items = ReadonlyMap<string, unknown>;

/**
 * Names under which models return a translation, in order of preference. `text` is one of the last,
 * because some models repeat the source text under this name.
 */
const TEXT_NAMES = [
  'translation',
  'translated',
  'translatedText',
  'translated_text',
  'target',
  'targetText',
  'text',
  'value',
  'output',
  'content',
];
/** Maximum nesting depth at which an answer is searched for lists of translations. */
const MAX_LEVELS = 3;
/** Matches the end of the thinking part of an answer, in the notations of different models. */
const END_OF_THOUGHT =
  /<\/(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)>|\[\/(?:THINK|INST)\]|◁\/think▷|<\|channel\|>final<\|message\|>|<\|end_of_thought\|>|\bfinal (?:answer|version|output)\b[^\n]{0,3}/gi;
/**
 * An incomplete answer is read again from each of its brackets. This number limits how many
 * characters are read again in total. It is a multiple of the answer's length.
 */
const MAX_REREAD = 8;
/**
 * Maximum number of characters that are read in total, which is ten times the maximum length of a
 * batch. An answer that repeats brackets until the model runs out of tokens would block the event
 * loop for seconds.
 */
const MAX_READ = 500_000;

/**
 * Returns the translations in an answer by item id. Returns null if the answer contains none of the
 * requested ids. A model may write drafts first, so the last answer with all ids is used.
 */
export function readModelAnswer(completion: string, ids: readonly string[]): Items | null {
  const wanted = new Set(ids);
  const answers = listAnswers(completion, wanted);
  let thoughtEnd = 0;
  for (const { index } of completion.matchAll(END_OF_THOUGHT)) thoughtEnd = index;
  const afterThoughts = answers.filter(({ start }) => start >= thoughtEnd);
  return lastFullest(afterThoughts.length > 0 ? afterThoughts : answers)?.items ?? null;
}

interface Answer {
  readonly start: number;
  end: number;
  items: Map<string, unknown>;
  readonly ambiguous: Set<string>;
}

function lastFullest(answers: readonly Answer[]): Answer | null {
  let best: Answer | null = null;
  for (const answer of answers) {
    if (best === null || answer.items.size >= best.items.size) best = answer;
  }
  return best;
}

function listAnswers(text: string, wanted: ReadonlySet<string>): Answer[] {
  const answers: Answer[] = [];
  const bracket = /[[{]/g;
  let budget = Math.min(MAX_REREAD * text.length, MAX_READ);
  for (let start = bracket.exec(text); start !== null; start = bracket.exec(text)) {
    const { value, end } = readLenientJson(text, start.index);
    budget -= end - start.index;
    if (budget < 0) break;
    const found: Answer = { start: start.index, end, items: new Map(), ambiguous: new Set() };
    collectItems(value, wanted, found, 0);
    if (found.items.size + found.ambiguous.size === 0) continue;
    bracket.lastIndex = end;
    const last = answers.at(-1);
    if (last === undefined || !continues(text, last, found)) {
      answers.push(found);
      continue;
    }
    for (const [id, one] of found.items) last.items.set(id, one);
    last.end = end;
  }
  return answers.filter(({ items }) => items.size > 0);
}

function continues(text: string, last: Answer, next: Answer): boolean {
  const isBeside = /^[\s,]*$/.test(text.slice(last.end, next.start));
  return isBeside && !next.items.keys().some((id) => last.items.has(id) || last.ambiguous.has(id));
}

/**
 * Collects the translations in a value. The value may be a list of items or an object with items by
 * id. It may also be an object that contains such a list or object.
 */
function collectItems(
  value: unknown,
  wanted: ReadonlySet<string>,
  into: Answer,
  level: number,
): void {
  if (Array.isArray(value)) {
    for (const row of value) collectItems(row, wanted, into, level + 1);
    return;
  }
  const row = asObject(value);
  if (row === undefined) return;
  const id = typeof row.id === 'string' || typeof row.id === 'number' ? String(row.id) : null;
  if (id !== null && wanted.has(id)) {
    addItem(into, id, textOf(row));
    return;
  }
  for (const [name, member] of Object.entries(row)) {
    const isText = typeof member === 'string' || textOf(asObject(member) ?? {}) !== undefined;
    if (wanted.has(name) && isText) {
      addItem(into, name, typeof member === 'string' ? member : textOf(asObject(member)!));
    } else if (level < MAX_LEVELS && typeof member === 'object') {
      collectItems(member, wanted, into, level + 1);
    }
  }
}

function textOf(row: Readonly<Record<string, unknown>>): unknown {
  const name = TEXT_NAMES.find((one) => row[one] !== undefined);
  return name === undefined ? undefined : row[name];
}

function addItem({ items, ambiguous }: Answer, id: string, text: unknown): void {
  if (text === undefined || ambiguous.has(id)) return;
  if (items.has(id) && items.get(id) !== text) {
    items.delete(id);
    ambiguous.add(id);
    return;
  }
  items.set(id, text);
}
