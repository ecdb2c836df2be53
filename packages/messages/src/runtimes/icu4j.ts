import type { Runtime } from './runtime.ts';

export const icu4j: Runtime = {
  title: 'ICU4J',
  versions: '72',
  format: 'icu',
  foundBy: { gradle: ['com.ibm.icu:icu4j'] },
};
