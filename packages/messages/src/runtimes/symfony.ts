import type { Runtime } from './runtime.ts';

export const symfony: Runtime = {
  title: 'Symfony',
  versions: '5.4',
  format: 'auto',
  foundBy: { composer: ['symfony/translation'] },
};
