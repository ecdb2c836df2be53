import type { Runtime } from './runtime.ts';

export const polyglot: Runtime = {
  title: 'Polyglot.js',
  versions: '2',
  format: 'ruby',
  foundBy: { npm: ['node-polyglot'] },
};
