import type { Runtime } from './runtime.ts';

export const svelteI18n: Runtime = {
  title: 'svelte-i18n',
  versions: '4',
  format: 'icu',
  foundBy: { npm: ['svelte-i18n'] },
};
