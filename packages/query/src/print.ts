import { FIELD, isField } from './parse.ts';
import type { Condition, Query } from './query.ts';

/** Converts a query to text. {@link parseQuery} converts this text to an equal query. */
export function printQuery(query: Query): string {
  const words = query.terms.map(
    ({ condition, isNegated }) => `${isNegated ? '-' : ''}${printCondition(condition)}`,
  );
  if (query.locales === 'all') words.push('all:');
  if (query.matchesCase) words.push('case:');
  if (query.matchesWords) words.push('word:');
  return words.join(' ');
}

function printCondition(condition: Condition): string {
  switch (condition.field) {
    case 'text':
      return printFreeText(condition.text);
    case 'source':
    case 'by':
      return `${condition.field}:${printValue(condition.text)}`;
    case 'locale':
      return `${isField(condition.locale) ? '@' : ''}${condition.locale}:${printValue(condition.text)}`;
    case 'key':
      return `key:${printName(condition.pieces)}`;
    case 'changed':
      return `changed:${printComparison(condition.comparison)}${condition.time}`;
    case 'length':
      return `length:${printComparison(condition.comparison)}${condition.length}`;
    case 'change':
      return `change:${condition.id}`;
    default:
      return `${condition.field}:${condition.anyOf.map(printAlternative).join('|')}`;
  }
}

const printComparison = (comparison: string): string => (comparison === '=' ? '' : comparison);

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const printValue = (text: string): string => (/^[^\s"]+$/.test(text) ? text : quote(text));

const printAlternative = (text: string): string => (/^[^\s"|]+$/.test(text) ? text : quote(text));

/** Returns a word. Adds quotes to a word that would otherwise be read as a field or a negation. */
function printFreeText(text: string): string {
  FIELD.lastIndex = 0;
  return text.startsWith('-') || FIELD.test(text) ? quote(text) : printValue(text);
}

const printName = (pieces: readonly string[]): string =>
  pieces.length === 1 && /[*\s"]/.test(pieces[0]!) ? quote(pieces[0]!) : pieces.join('*');
