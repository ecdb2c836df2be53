import type { Runtime } from './runtime.ts';

export const lingui: Runtime = {
  title: 'Lingui',
  versions: '6',
  format: 'icu',
  foundBy: { npm: ['@lingui/core', '@lingui/react'] },
};
