/**
 * Libraries for which `parlance types` can write declarations. `plain` declarations work without a
 * library.
 */
export const LIBRARIES = ['plain', 'i18next', 'react-intl', 'next-intl', 'vue-i18n'] as const;

export type Library = (typeof LIBRARIES)[number];
