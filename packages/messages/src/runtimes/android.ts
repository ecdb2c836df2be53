import type { Runtime } from './runtime.ts';

export const android: Runtime = {
  title: 'Android',
  versions: 'aapt2 10',
  format: 'printf',
  foundBy: { gradle: ['com.android.application', 'com.android.library'] },
};
