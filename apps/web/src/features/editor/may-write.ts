import type { EditorProps } from './editor-props.ts';

/** True if the user may change the values of a locale. */
export const mayWriteIn = (
  { mayWrite, ownLocales }: Pick<EditorProps, 'mayWrite' | 'ownLocales'>,
  locale: string,
): boolean => mayWrite && (ownLocales === null || ownLocales.includes(locale));
