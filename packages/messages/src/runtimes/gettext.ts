import { asSpecifiersOf, findEscaped } from './printf-spelling.ts';
import type { Runtime, RuntimeFault } from './runtime.ts';
import { findSingleBraces } from './spellings.ts';

const SPECIFIER =
  /%%|%\((\w+)\)|%(\d+\$)?(?=[-+0 #']*[\d.]*(?:hh?|ll?|[Lqjzt])?[diouxXeEfFgGcsr])/g;

/** True for a text that the program formats with a function such as `printf`. */
const isPrintf = (text: string): boolean => text.match(SPECIFIER) !== null;

/** Finds specifiers without numbers in a text that also has numbered specifiers. msgfmt rejects such a text. */
function findMixed(text: string, source: string): RuntimeFault[] {
  if (!text.includes('%') || !isPrintf(source)) return [];
  const specifiers = [...text.matchAll(SPECIFIER)].filter(
    ({ 0: written, 1: name }) => written !== '%%' && name === undefined,
  );
  const single = specifiers.find(({ 2: place }) => place === undefined);
  if (!single || specifiers.every(({ 2: place }) => place === undefined)) return [];
  const { index, 0: written } = single;
  const detail = 'takes no specifier without a number beside numbered ones';
  return [{ start: index, end: index + written.length, effect: 'refused', detail }];
}

const NAMED_BLANK = /(%\(\w+\)) (?=[sdiu](?!\p{L}))/gu;

const FIELD = /\{\{|\}\}|\{([^{}]*)\}/g;

/**
 * Finds errors in a text with named values that Python's `str.format` rejects: a single brace, and
 * spaces around a name.
 */
function findBraceFaults(text: string, source: string): RuntimeFault[] {
  if (!/[{}]/.test(text) || isPrintf(source)) return [];
  const sourceNames = new Set([...source.matchAll(FIELD)].flatMap(({ 1: name }) => name ?? []));
  if (sourceNames.size === 0) return [];
  const single = findSingleBraces(text).map(({ brace, ...place }): RuntimeFault => {
    return { ...place, effect: 'refused', detail: `of Python throws at a single ${brace}` };
  });
  const spaced = [...text.matchAll(FIELD)].flatMap(
    ({ index, 0: part, 1: name }): RuntimeFault[] => {
      if (name === undefined || sourceNames.has(name) || !sourceNames.has(name.trim())) return [];
      const fault = { start: index, end: index + part.length, effect: 'refused' } as const;
      return [{ ...fault, detail: `of Python has no value for ${part}`, fix: `{${name.trim()}}` }];
    },
  );
  return [...single, ...spaced];
}

/**
 * Finds differing line breaks at the ends of the texts. msgfmt fails if only one of the two texts
 * begins or ends with a line break.
 */
function findBreaks(text: string, source: string): RuntimeFault[] {
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
  versions: '0.21, Python 3.11, PHP 8.2, Perl 5.36',
  format: 'printf',
  foundBy: {},
  foreign: /^[{}]$/,
  finds:
    'a line break at an end that only one of the two texts has, specifiers with and without numbers: msgfmt refuses the file. In texts with `{name}`, a single brace and blanks around the name, at which Python throws.',
  facts: {
    empty: 'the source text',
    missing: 'the source text',
    noValue: 'an error in Python and PHP, nothing in Perl, any value in C',
    forms: 'the index that `Plural-Forms` gives for the number',
  },
  // A space is a flag for the sign of a number.
  asFormat: (text, source) =>
    asSpecifiersOf(text.replace(NAMED_BLANK, '$1'), source, {
      idleFlags: () => / /g,
      isAlike: () => false,
    }),
  findFaults: (text, source) => [
    ...findBreaks(text, source),
    ...findMixed(text, source),
    ...findEscaped(text, source),
    ...findBraceFaults(text, source),
  ],
};
