import type { Runtime } from './runtime.ts';

export const plain: Runtime = {
  title: 'no library',
  versions: '',
  format: 'plain',
  foundBy: {},
};
