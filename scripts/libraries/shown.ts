/** Values that a program passes to a text, by name. `n` is the number that selects a plural form. */
export type Given = Readonly<Record<string, string | number>>;

/**
 * Shows a text as an app does, and throws the errors of the library. `source` is the developers' text: the app has
 * elements for its tags.
 */
export type Show = (text: string, locale: string, given: Given, source: string) => string;
