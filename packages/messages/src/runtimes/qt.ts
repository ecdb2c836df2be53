import type { Runtime } from './runtime.ts';

export const qt: Runtime = {
  title: 'Qt',
  versions: '5.15',
  format: 'auto',
  foundBy: { files: ['*.pro'] },
};
