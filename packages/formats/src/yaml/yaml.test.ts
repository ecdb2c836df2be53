import { testConformance } from '../../test/conformance/conformance.ts';
import { yaml } from './yaml.ts';

const base = { sourceLocaleTag: 'en', localeTags: ['en'] };

testConformance({
  format: yaml,
  writings: [
    { ...base, label: 'flat', shape: 'flat', keySeparator: '.' },
    { ...base, label: 'nested', shape: 'nested', keySeparator: '.' },
    { ...base, label: 'nested by /', shape: 'nested', keySeparator: '/' },
    { ...base, label: 'nested without separator', shape: 'nested', keySeparator: null },
  ],
  keeps: { descriptions: false, states: false },
  fileWith: (raw) => `# texts\na:\n  "${raw}"\n`,
  deepFile: (depth) => ['{"a":'.repeat(depth), '"x"', '}'.repeat(depth)],
});
