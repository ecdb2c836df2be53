import { testConformance } from '../../test/conformance/conformance.ts';
import { android } from './android.ts';

const base = { sourceLocaleTag: 'en', keySeparator: '.', shape: 'flat' } as const;

testConformance({
  format: android,
  writings: [
    { ...base, label: 'for Android', localeTags: ['en'] },
    { ...base, label: 'for Compose', localeTags: ['en'], isCompose: true },
  ],
  keeps: { descriptions: false, states: false },
  keepsOrder: () => false,
  fileWith: (raw) =>
    `<?xml version="1.0"?>\n<resources>\n  <string name="a">${raw}</string>\n</resources>\n`,
  deepFile: (depth) => ['<resources><string name="a">', '<b>'.repeat(depth), '</b>'.repeat(depth)],
});
