import { KeptInput } from '../../../lib/kept-input.ts';
import type { TextCommand } from './field/text-commands.ts';

/**
 * Keeps the keys that the user presses before the text editor is ready, while it is loaded and the previous cell is
 * closed. They are then typed into the text, and their commands do not act on the grid.
 */
export const typedKeys = new KeptInput<TextCommand>();
