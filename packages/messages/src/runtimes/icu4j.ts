import type { Runtime } from './runtime.ts';

export const icu4j: Runtime = {
  title: 'ICU4J',
  versions: '72',
  format: 'icu',
  facts: {
    empty: 'an empty text',
    missing: 'the text of the parent language or of the root; then an error',
    noValue: 'the placeholder',
    forms: 'the category of CLDR, then `other`; an error without `other`',
  },
  foundBy: { gradle: ['com.ibm.icu:icu4j'] },
};
