import type { Runtime } from './runtime.ts';

export const reactI18next: Runtime = {
  title: 'react-i18next',
  versions: '18',
  format: 'i18next',
  foundBy: { npm: ['react-i18next', 'next-i18next'] },
};
