import { TYPE } from '@formatjs/icu-messageformat-parser';
import { findElementFaults, otherExact, type Refusal } from './icu-faults.ts';
import type { Runtime } from './runtime.ts';

// Follows the grammar of gen-l10n: arguments, plurals and selects, and in newer versions dates and times with a
// skeleton (flutter_tools, localizations/message_parser.dart). gen-l10n itself is not run in tests.
const refusal: Refusal = (node, text) => {
  const written = text.slice(node.location!.start.offset, node.location!.end.offset);
  if (node.type === TYPE.number) return `does not know the type of ${written}`;
  if (node.type === TYPE.date || node.type === TYPE.time) {
    return written.includes('::') ? null : `does not know the type of ${written}`;
  }
  if (node.type !== TYPE.plural) return null;
  if (node.pluralType === 'ordinal') return 'does not know selectordinal';
  if (node.offset !== 0) return 'does not know the offset of a plural';
  const exact = otherExact(node, /^=[012]$/);
  return exact === undefined ? null : `knows =0, =1 and =2, and not ${exact}`;
};

export const flutter: Runtime = {
  title: 'Flutter',
  versions: 'gen-l10n 3',
  format: 'flutter',
  foundBy: { pub: ['flutter_localizations'] },
  finds:
    'what gen-l10n refuses: exact options but `=0`, `=1` and `=2`, numbers, ordinals, an offset, and dates without a skeleton.',
  facts: {
    empty: 'an empty text',
    missing: 'the text of the template file',
    noValue: 'nothing: the app does not compile without it',
    forms: 'the category of `Intl.pluralLogic`, then `other`',
  },
  findFaults: (text) => findElementFaults(text, refusal),
};
