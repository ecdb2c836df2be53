import i18next from 'i18next';

/** Returns a day in UTC, such as `2026-01-31`, in the language of the app. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(i18next.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(day),
  );
