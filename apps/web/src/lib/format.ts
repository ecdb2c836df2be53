import i18next from 'i18next';

/** A day and a time of it, in the language of the app. */
export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(i18next.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
