import type { Runtime } from './runtime.ts';

export const laravel: Runtime = {
  title: 'Laravel',
  versions: '12',
  format: 'auto',
  foundBy: { composer: ['laravel/framework'] },
};
