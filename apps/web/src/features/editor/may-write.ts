import type { EditorProps } from './editor-props.ts';

type Rights = Pick<EditorProps, 'mayWrite' | 'mayPropose' | 'ownLocales'>;

const isOwn = ({ ownLocales }: Rights, locale: string): boolean =>
  ownLocales === null || ownLocales.includes(locale);

/** True if the user may change the values of a locale. */
export const mayWriteIn = (rights: Rights, locale: string): boolean =>
  rights.mayWrite && isOwn(rights, locale);

/** True if the user may propose texts in a locale. */
export const mayProposeIn = (rights: Rights, locale: string): boolean =>
  rights.mayPropose && isOwn(rights, locale);
