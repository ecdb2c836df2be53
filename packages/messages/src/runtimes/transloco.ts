import type { Runtime } from './runtime.ts';

export const transloco: Runtime = {
  title: 'Transloco',
  versions: '8',
  format: 'auto',
  foundBy: { npm: ['@jsverse/transloco', '@ngneat/transloco'] },
};
