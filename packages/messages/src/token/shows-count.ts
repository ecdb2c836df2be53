import { findCount } from './sample.ts';
import type { MessageFormat } from './token.ts';
import { tokenize } from './tokenize.ts';

/** True if a form of a plural family shows its number: `{{count}} items`, but not `an item`. */
export const showsCount = (text: string, format: MessageFormat): boolean =>
  findCount(tokenize(text, format)) !== null;
