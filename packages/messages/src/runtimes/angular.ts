import type { Runtime } from './runtime.ts';

export const angular: Runtime = {
  title: 'Angular',
  versions: '@angular/localize 22',
  format: 'icu',
  foundBy: { npm: ['@angular/localize'] },
};
