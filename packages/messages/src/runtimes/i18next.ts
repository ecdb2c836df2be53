import type { Runtime } from './runtime.ts';

export const i18next: Runtime = {
  title: 'i18next',
  versions: '26–27',
  format: 'i18next',
  foundBy: { npm: ['i18next'] },
};
