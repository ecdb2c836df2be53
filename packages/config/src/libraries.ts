/** Libraries for which `parlance types` writes declarations. `plain` needs no library. */
export const LIBRARIES = ['plain', 'i18next', 'react-intl', 'next-intl', 'vue-i18n'] as const;

export type Library = (typeof LIBRARIES)[number];
