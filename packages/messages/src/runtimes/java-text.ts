import type { Runtime } from './runtime.ts';

export const javaText: Runtime = {
  title: 'java.text',
  versions: '17',
  format: 'java',
  foundBy: { gradle: ['java'], files: ['pom.xml'] },
};
