import type { Runtime } from './runtime.ts';

export const vueI18n: Runtime = {
  title: 'Vue I18n',
  versions: '11',
  format: 'auto',
  foundBy: { npm: ['vue-i18n', '@nuxtjs/i18n'] },
};
