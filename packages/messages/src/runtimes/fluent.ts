import type { Runtime } from './runtime.ts';

export const fluent: Runtime = {
  title: 'Fluent',
  versions: '@fluent/bundle 0.19',
  format: 'auto',
  foundBy: { npm: ['@fluent/bundle', '@fluent/react', '@fluent/dom'] },
};
