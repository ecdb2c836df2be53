import type { Runtime } from './runtime.ts';

export const ngxTranslate: Runtime = {
  title: 'ngx-translate',
  versions: '18',
  format: 'auto',
  foundBy: { npm: ['@ngx-translate/core'] },
};
