import type { Runtime } from './runtime.ts';

export const gettext: Runtime = {
  title: 'GNU gettext',
  versions: '0.21',
  format: 'printf',
  foundBy: {},
};
