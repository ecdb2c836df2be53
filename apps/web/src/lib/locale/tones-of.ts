import i18next from 'i18next';

/** Returns the properties of a bar that shows how much is translated, and how much of that is reviewed, in percent. */
export const tonesOf = ({ translated, reviewed }: { translated: number; reviewed: number }) => ({
  value: translated,
  reviewed,
  text: i18next.t('tones', { translated, reviewed }),
});
