import { csv } from '../../../packages/formats/src/csv/csv.ts';
import { textsOf } from '../entry.ts';
import { pythonReader } from '../readers/programs.ts';
import type { Subject } from '../subject.ts';
import { anyName, asStored, borderText } from '../texts.ts';

export const csvSubject: Subject = {
  id: 'csv',
  format: csv,
  writing: { keySeparator: '.', shape: 'flat' },
  hasDescriptions: true,
  nameOf: anyName,
  textOf: (random) => asStored(borderText(random)),
  baseOf({ entries, version, localeTag, random }) {
    const end = random.pick(['\n', '\r\n']);
    const field = (text: string): string =>
      text === '' || /[",\r\n]|^\s|\s$|^\ufeff/.test(text) || random.next() < 0.3
        ? `"${text.replaceAll('"', '""')}"`
        : text;
    const lines = entries.flatMap((entry) =>
      textsOf(entry, version).map(([name, { stored }]) => `${field(name)},${field(stored)}`),
    );
    return [`key,${localeTag}`, ...lines, ''].join(end);
  },
  readers: [pythonReader('Python csv', 'csv')],
};
