import i18next from 'i18next';

/** Names of scopes have a colon. */
const BY_NAME = { nsSeparator: false } as const;

/** Returns the text of a name that the service sent. Null if the app has none: the service may be newer. */
export const textAt = (key: string, params?: object): string | null => {
  const options = { ...params, ...BY_NAME };
  return i18next.exists(key, options) ? i18next.t(key as 'save', options) : null;
};
