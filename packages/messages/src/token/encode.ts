import { encodeIcu, type IcuPlace } from '../syntax/icu-quote.ts';
import { encodeLiterals, isFormatted, type Literals } from '../syntax/literals.ts';
import { sourceOf, type Token } from './token.ts';

export interface Spelling {
  /** Characters that the message writes as entities such as `&amp;`. */
  readonly entities: ReadonlyMap<string, string>;
  /** True if an ICU message doubles every apostrophe. */
  readonly doublesApostrophes: boolean;
  readonly quotesAngle: boolean;
  readonly literals: Literals | null;
  /**
   * True if the message has an argument. Programs process the escapes of a message only if it has
   * one.
   */
  readonly formatted: boolean;
  /** True if the message doubles syntax characters to write them as text, as in `%%`. */
  readonly doublesSigns: boolean;
}

// Characters of markup. If a message escapes one of them anywhere, every occurrence of this
// character is escaped.
const STRUCTURAL = new Set(['&', '<', '>']);

/** Detects how a message escapes characters. */
export function learnSpelling(tokens: readonly Token[], literals: Literals | null): Spelling {
  const entities = new Map<string, string>();
  let doublesApostrophes = false;
  let quotesAngle = false;
  let doublesSigns = false;
  const plain: string[] = [];
  for (const token of tokens) {
    if (token.type !== 'text') continue;
    let from = 0;
    for (const part of token.escapes ?? []) {
      plain.push(token.text.slice(from, part.at));
      from = part.at + part.text.length;
      if (part.source.startsWith('&')) {
        if (!entities.has(part.text)) entities.set(part.text, part.source);
        continue;
      }
      doublesSigns ||= part.source === part.text + part.text;
      if (part.source === "''") doublesApostrophes ||= !/^['{}<>#]?$/.test(token.text.charAt(from));
      if (part.text.includes('<')) quotesAngle = true;
    }
    plain.push(token.text.slice(from));
  }
  // In Java, a quoted argument counts too, as it does when the message is read.
  const formatted =
    literals === 'java'
      ? isFormatted(sourceOf(tokens))
      : tokens.some(({ type, source }) => type === 'placeholder' && isFormatted(source));
  const written = plain.join('\n');
  for (const char of entities.keys()) {
    if (!STRUCTURAL.has(char) && written.includes(char)) entities.delete(char);
  }
  return { entities, doublesApostrophes, quotesAngle, literals, formatted, doublesSigns };
}

function encodeEntities(text: string, entities: Spelling['entities']): string {
  if (entities.size === 0) return text;
  let out = '';
  for (const character of text) out += entities.get(character) ?? character;
  return out;
}

/**
 * Escapes words in the same way as their message. `place` is null for messages that are not ICU.
 */
export function encodeText(text: string, spelling: Spelling, place: IcuPlace | null): string {
  const encoded = encodeEntities(text, spelling.entities);
  if (place) return encodeIcu(encoded, { ...spelling, ...place });
  return spelling.literals === null
    ? encoded
    : encodeLiterals(encoded, spelling.literals, spelling);
}
