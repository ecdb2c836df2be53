import type { Runtime } from './runtime.ts';

export const chromeExtension: Runtime = {
  title: 'Chrome extensions',
  versions: '156',
  format: 'chrome',
  foundBy: { files: ['manifest.json'] },
};
