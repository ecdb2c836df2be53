import type { Runtime } from './runtime.ts';

export const formatjs: Runtime = {
  title: 'FormatJS',
  versions: 'intl-messageformat 12',
  format: 'icu',
  foundBy: { npm: ['react-intl', '@formatjs/intl', 'intl-messageformat'] },
};
