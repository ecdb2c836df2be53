import type { Runtime } from './runtime.ts';

export const nextIntl: Runtime = {
  title: 'next-intl',
  versions: '4',
  format: 'icu',
  foundBy: { npm: ['next-intl', 'use-intl'] },
};
