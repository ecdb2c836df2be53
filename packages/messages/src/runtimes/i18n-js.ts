import type { Runtime } from './runtime.ts';

export const i18nJs: Runtime = {
  title: 'i18n-js',
  versions: '4',
  format: 'ruby',
  foundBy: { npm: ['i18n-js'] },
};
