import { findCount } from './sample.ts';
import type { MessageFormat } from './token.ts';
import { tokenize } from './tokenize.ts';

/** True if a plural form shows its number, as `{{count}} items` does. False for `an item`. */
export const showsCount = (text: string, format: MessageFormat): boolean =>
  findCount(tokenize(text, format)) !== null;
