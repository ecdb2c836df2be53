import { type Conformance, testConformance } from '../../test/conformance/conformance.ts';
import type { FileRow } from '../format.ts';
import { xliff } from './xliff.ts';

const base = { sourceLocaleTag: 'en', shape: 'flat', keySeparator: '.' } as const;
const both = { ...base, localeTags: ['en', 'de'] };

/**
 * Returns the values that the reader must return for the written rows. The writer omits the state `translated` of a
 * source text.
 */
const expected: Conformance['expected'] = (rows, { localeTags }) =>
  rows.flatMap((row): FileRow[] => {
    const values = localeTags.flatMap((localeTag) => {
      const value = row.values.find((candidate) => candidate.localeTag === localeTag);
      if (value === undefined) return [];
      const { text, state } = value;
      return [
        state === undefined || (localeTag === 'en' && state === 'translated')
          ? { localeTag, text }
          : { localeTag, text, state },
      ];
    });
    return values.length === 0 ? [] : [{ ...row, values }];
  });

testConformance({
  format: xliff,
  writings: [
    { ...both, label: 'as 2.1', xliffVersion: '2.1' },
    { ...both, label: 'as 1.2', xliffVersion: '1.2' },
    { ...base, label: 'as 2.2, source only', localeTags: ['en'], xliffVersion: '2.2' },
    { ...base, label: 'as 1.2, source only', localeTags: ['en'], xliffVersion: '1.2' },
    { ...base, label: 'as 2.0, target only', localeTags: ['de'], xliffVersion: '2.0' },
    { ...base, label: 'as 1.2 by default, target only', localeTags: ['de'] },
  ],
  keeps: { descriptions: true, states: true },
  expected,
  fileWith: (raw) => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en">
 <file id="f1">
  <unit id="a">
   <segment><source>${raw}</source></segment>
  </unit>
 </file>
</xliff>
`,
  deepFile: (depth) => [
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"><file id="f">',
    Array.from({ length: depth }, (_, n) => `<group id="g${n}">`).join(''),
    '</group>'.repeat(depth),
    '</file></xliff>',
  ],
});
