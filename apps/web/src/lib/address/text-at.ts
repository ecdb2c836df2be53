import i18next from 'i18next';

/** Colons must not separate namespaces in the names of texts, because the names of scopes contain colons. */
const BY_NAME = { nsSeparator: false } as const;

/**
 * Returns the text for a name that the service has sent. Returns null if the app does not know the name, because the
 * service is newer.
 */
export const textAt = (key: string, params?: object): string | null => {
  const options = { ...params, ...BY_NAME };
  return i18next.exists(key, options) ? i18next.t(key as 'save', options) : null;
};
