/** Libraries that `parlance types` writes declarations for; `plain` has functions of its own. */
export const LIBRARIES = ['plain', 'i18next', 'react-intl', 'next-intl', 'vue-i18n'] as const;

export type Library = (typeof LIBRARIES)[number];
