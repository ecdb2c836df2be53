import { ATTACHING_SCRIPTS } from '../words/unspaced.ts';
import { mergeText, type PlaceholderToken, type Token, textToken } from './token.ts';

// Code points of the digit zero of each set of decimal digits in CLDR.
const ZEROS = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
  0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0x1c50, 0xa9d0, 0xabf0, 0xff10, 0x11136, 0x1e950,
];

function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  const zero = ZEROS.find((candidate) => code >= candidate && code <= candidate + 9);
  return zero === undefined ? '' : String(code - zero);
}

// Matches a run of digits with separators, such as 1,000.5, 1 000,5, 1'000 and ١٬٠٠٠٫٥.
const NUMBER = /\p{Nd}+(?:[.,'’٫٬\u00a0\u202f\u2009 ]\p{Nd}+)*/gu;

/**
 * Returns the possible values of a number with separators. A separator either groups digits or
 * begins a fraction.
 */
function readings(written: string): string[] {
  const parts = written.split(/[^\p{Nd}]/u).map((part) => [...part].map(digitOf).join(''));
  const marks = [...written].filter((character) => digitOf(character) === '');
  const grouped = parts.slice(1).every((part) => part.length === 3);
  const out = parts.length === 1 || grouped ? [parts.join('')] : [];
  const last = marks.at(-1);
  if (last !== undefined && /[.,٫]/.test(last)) {
    const fraction = parts.at(-1)!.replace(/0+$/, '');
    const whole = parts.slice(0, -1).join('');
    const isWhole = parts.slice(1, -1).every((part) => part.length === 3);
    if (isWhole) out.push(fraction === '' ? whole : `${whole}.${fraction}`);
  }
  return out;
}

// Letters after which a number may follow without a space, as in 共5個 and في٥.
const BEFORE_NUMBER = new RegExp(`[${ATTACHING_SCRIPTS}\\p{Script=Arabic}\\p{Script=Hebrew}]`, 'u');

interface NumberFound {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the ranges of a text that contain the given number, written with any digits and
 * separators.
 */
function findNumber(text: string, number: string): NumberFound[] {
  const found: NumberFound[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const before = text.slice(0, match.index).at(-1);
    if (before !== undefined && /[\p{L}_]/u.test(before) && !BEFORE_NUMBER.test(before)) {
      continue;
    }
    if (readings(match[0]).includes(number)) {
      found.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return found;
}

export const isSample = (token: Token): token is PlaceholderToken & { sample: string } =>
  token.type === 'placeholder' && token.sample !== undefined;

/**
 * Replaces a placeholder by a sample number. Keeps the placeholder if the text contains a number
 * that could be confused with the sample number.
 */
export function placeNumber(
  tokens: readonly Token[],
  count: PlaceholderToken,
  sample: string,
): Token[] {
  const index = tokens.indexOf(count);
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  const left = before?.type === 'text' ? before.text : '';
  const right = after?.type === 'text' ? after.text : '';
  const [hit, ...more] = findNumber(left + sample + right, sample);
  const isClear = hit?.start === left.length && more.length === 0;
  const isGlued =
    /[\p{L}\p{N}_.,-]$/u.test(left) ||
    /^[\p{L}\p{N}_]/u.test(right) ||
    before?.type === 'placeholder' ||
    after?.type === 'placeholder';
  const isTaken = tokens.some(
    (token) => token.type === 'text' && findNumber(token.text, sample).length > 0,
  );
  if (!isClear || isGlued || isTaken) return [...tokens];
  return tokens.map((token) => (token === count ? { ...count, sample } : token));
}

/** True if a placeholder is named `count`, as in plural families of i18next and Rails. */
export function isFamilyCount(source: string): boolean {
  return /^[{%$<(\s-]+count\b/.test(source);
}

/**
 * Returns the placeholder for the count of a plural family. It is the placeholder named `count`, or
 * else the only placeholder for a number.
 */
export function findCount(tokens: readonly Token[]): PlaceholderToken | null {
  const numbers = tokens.filter(
    (token): token is PlaceholderToken =>
      token.type === 'placeholder' && token.numeric && !token.source.startsWith('$t('),
  );
  const named = numbers.filter(({ source }) => isFamilyCount(source));
  const candidates = named.length > 0 ? named : numbers;
  return candidates.length === 1 ? candidates[0]! : null;
}

/**
 * Replaces the sample numbers in an engine's answer by their placeholders. Leaves out a number that
 * is missing or occurs more than once.
 */
export function restoreSamples(out: readonly Token[], tokens: readonly Token[]): readonly Token[] {
  let current = out;
  for (const token of tokens) {
    if (!isSample(token)) continue;
    const { sample } = token;
    const hits = current.flatMap((part, index) =>
      part.type === 'text' ? findNumber(part.text, sample).map((hit) => ({ index, ...hit })) : [],
    );
    const [hit] = hits;
    if (!hit || hits.length > 1) continue;
    current = replaceAt(current, hit.index, hit, token);
  }
  return mergeText(current);
}

function replaceAt(
  tokens: readonly Token[],
  index: number,
  { start, end }: NumberFound,
  token: PlaceholderToken,
): Token[] {
  const part = tokens[index]!;
  const text = part.type === 'text' ? part.text : '';
  return [
    ...tokens.slice(0, index),
    textToken(text.slice(0, start)),
    token,
    textToken(text.slice(end)),
    ...tokens.slice(index + 1),
  ];
}
