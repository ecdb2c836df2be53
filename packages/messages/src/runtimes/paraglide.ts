import type { Runtime } from './runtime.ts';

export const paraglide: Runtime = {
  title: 'Paraglide',
  versions: '2',
  format: 'auto',
  foundBy: { npm: ['@inlang/paraglide-js'] },
};
