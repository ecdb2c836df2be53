import type { EditorProps } from './editor-props.ts';

type Rights = Pick<EditorProps, 'mayWrite' | 'mayPropose' | 'ownLocales'>;

/** True if the user may propose texts in a locale. */
export const mayProposeIn = ({ mayPropose, ownLocales }: Rights, locale: string): boolean =>
  mayPropose && (ownLocales === null || ownLocales.includes(locale));

/** True if the user may change the values of a locale. */
export const mayWriteIn = (rights: Rights, locale: string): boolean =>
  rights.mayWrite && mayProposeIn(rights, locale);
