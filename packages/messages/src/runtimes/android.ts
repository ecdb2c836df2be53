import { asSpecifiersOf, findEscaped } from './printf-spelling.ts';
import type { Runtime, RuntimeFault } from './runtime.ts';

/** Matches a percent sign that aapt2 counts: an escape, or a substitution with or without a number. */
const SUBSTITUTION = /%(?=[\s\S])(?:[%n]|(\d+\$)?[-#+ ,(<$\d]*([\s\S]?))/g;
/** Conversions after which aapt2 treats a text as a pattern of `Time.format`, which it does not check. */
const TIME = /[DFKMWZkmwyz]/;
const SPECIFIER = /^%[-#+,(0]*\d*(?:\.\d+)?[a-zA-Z]/;

/**
 * Finds several substitutions of which at least one has no number. aapt2 rejects them, even if no
 * program formats the text.
 */
function findUnnumbered(text: string, source: string): RuntimeFault[] {
  const found = [...text.matchAll(SUBSTITUTION)].filter(
    ({ 0: written }) => !/^%[%n]/.test(written),
  );
  if (found.length < 2 || found.every(([, argument]) => argument !== undefined)) return [];
  if (found.some(({ 2: conversion = '' }) => TIME.test(conversion))) return [];
  const specifiers = found.map(({ index }) => SPECIFIER.exec(text.slice(index, index + 20))?.[0]);
  const start = found[0]!.index;
  const last = found.at(-1)!;
  const end = last.index + (specifiers.at(-1) ?? last[0]).trimEnd().length;
  const isCertain =
    /%(?:\d+\$)?[a-zA-Z]/.test(source) &&
    found.every(({ 1: place }, index) => place === undefined && specifiers[index]);
  let at = 0;
  const fix = text
    .slice(start, end)
    .replace(SUBSTITUTION, (written) =>
      /^%[%n]/.test(written) ? written : `%${++at}$${written.slice(1)}`,
    );
  return [
    {
      start,
      end,
      effect: 'refused',
      detail: 'does not build with several percent signs that have no numbers, as in %1$s',
      ...(isCertain && { fix }),
    },
  ];
}

export const android: Runtime = {
  title: 'Android',
  versions: 'aapt2 10, java.util.Formatter 17',
  format: 'printf',
  foundBy: { gradle: ['com.android.application', 'com.android.library'] },
  finds:
    'several percent signs of which one has no number, as in `%s` or `50 %`: aapt2 stops, also if no program formats the text.',
  facts: {
    empty: 'an empty text',
    missing: 'the text of `values/`; aapt2 leaves out a text that is not there',
    noValue: 'an error',
    forms: 'the category of the language, then `other`; an error without `other`',
  },
  // A number may be formatted as a string, with grouping, and with a space for its sign.
  asFormat: (text, source) =>
    asSpecifiersOf(text, source, {
      idleFlags: (conversion) => (conversion === 'd' ? /[, ]/g : /,/g),
      isAlike: (translated, meant) => translated === 's' && meant === 'd',
    }),
  findFaults: (text, source) => [...findUnnumbered(text, source), ...findEscaped(text, source)],
};
