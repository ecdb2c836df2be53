import { createKeptInput } from '../../../lib/kept-input.ts';
import type { TextCommand } from './field/text-commands.ts';

/**
 * Holds what the user types before the text editor is ready, which is while it is loaded and the previous cell is
 * closed. It is typed into the text, and its commands do not act on the grid.
 */
export const typedKeys = createKeptInput<TextCommand>();
