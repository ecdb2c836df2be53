import i18next from 'i18next';

/** Names of scopes contain a colon, so colons must not separate namespaces. */
const BY_NAME = { nsSeparator: false } as const;

/** Returns the text for a name from the service. Null if the app has none, because the service may be newer. */
export const textAt = (key: string, params?: object): string | null => {
  const options = { ...params, ...BY_NAME };
  return i18next.exists(key, options) ? i18next.t(key as 'save', options) : null;
};
