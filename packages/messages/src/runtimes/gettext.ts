import type { Runtime, RuntimeFault } from './runtime.ts';

/** msgfmt ends with an error if only one of the two texts begins or ends with a line break. */
function findFaults(text: string, source: string): RuntimeFault[] {
  if (text === '' || source === '') return [];
  const faults: RuntimeFault[] = [];
  const refused = {
    effect: 'refused',
    detail: 'needs the line breaks of the source at the ends',
  } as const;
  const hasFirst = text.startsWith('\n');
  if (hasFirst !== source.startsWith('\n')) {
    faults.push({ ...refused, start: 0, end: 1, fix: hasFirst ? '' : `\n${text[0]}` });
  }
  const hasLast = text.endsWith('\n');
  if (hasLast !== source.endsWith('\n')) {
    const start = text.length - 1;
    faults.push({ ...refused, start, end: start + 1, fix: hasLast ? '' : `${text[start]}\n` });
  }
  return faults;
}

export const gettext: Runtime = {
  title: 'GNU gettext',
  versions: '0.21',
  format: 'printf',
  foundBy: {},
  finds: 'a line break at an end that only one of the two texts has: msgfmt refuses the file.',
  findFaults,
};
