/** Values that a program gives to a text, by name. `n` is the number that chooses a form. */
export type Given = Readonly<Record<string, string | number>>;

/**
 * Shows a text as an app does. Throws what the library throws. `source` is the text that the developers
 * wrote: its tags are those that the app has elements for.
 */
export type Show = (text: string, locale: string, given: Given, source: string) => string;
