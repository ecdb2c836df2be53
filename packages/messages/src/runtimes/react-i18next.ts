import { i18next } from './i18next.ts';
import type { Runtime } from './runtime.ts';

export const reactI18next: Runtime = {
  title: 'react-i18next',
  versions: '18',
  format: 'i18next',
  foundBy: { npm: ['react-i18next', 'next-i18next'] },
  foreign: i18next.foreign!,
  facts: {
    empty: 'as i18next',
    missing: 'as i18next',
    noValue: 'as i18next',
    forms: 'as i18next',
  },
};
