import type { Runtime } from './runtime.ts';

export const rails: Runtime = {
  title: 'Rails',
  versions: 'i18n 1.10',
  format: 'ruby',
  foundBy: { gem: ['rails', 'rails-i18n', 'i18n'] },
};
