import { doubleChoiceApostrophes, readChoice } from '../syntax/java-choice.ts';
import { doubleQuotation, isFormatted, literalReader } from '../syntax/literals.ts';
import type { Runtime, RuntimeFault } from './runtime.ts';

const DETAIL = 'does not show a single apostrophe';

/** Finds apostrophes that `MessageFormat` treats as quotation marks and does not print. */
function findFaults(text: string, source: string): RuntimeFault[] {
  if (!text.includes("'")) return [];
  if (!isFormatted(source)) {
    // Pairs of apostrophes in the source text show that the program formats texts even without an argument.
    if (!source.includes("''")) return [];
    return [...text.matchAll(/'+/g)].flatMap(({ index, 0: run }): RuntimeFault[] =>
      run.length % 2 === 0
        ? []
        : [
            {
              start: index,
              end: index + run.length,
              effect: 'misread',
              detail: DETAIL,
              fix: `${run}'`,
            },
          ],
    );
  }
  const faults: RuntimeFault[] = [];
  const read = literalReader(text, 'java');
  for (let index = 0; index < text.length; ) {
    const start = index;
    if (text[index] === "'") {
      index = read(index, 0x27)?.end ?? index + 1;
      const quoted = text.slice(start, index);
      if (quoted === "''" || /[{}]/.test(quoted)) continue;
      const fix = doubleQuotation(quoted);
      faults.push({ start, end: index, effect: 'misread', detail: DETAIL, fix });
    } else if (text[index] === '{') {
      index = argumentEnd(text, index);
      const fault = faultOfChoice(text.slice(start, index));
      if (fault) faults.push({ start, end: index, effect: 'misread', ...fault });
    } else index++;
  }
  return faults;
}

function argumentEnd(text: string, start: number): number {
  let isQuoted = false;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "'") isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === '{') depth++;
    else if (!isQuoted && text[at] === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Returns the fault of a choice. Java parses a branch a second time only if it contains a brace. */
function faultOfChoice(argument: string): Pick<RuntimeFault, 'detail' | 'fix'> | null {
  const branches = readChoice(argument)?.branches ?? [];
  if (branches.some(({ text }) => text.includes("''") && !text.includes('{'))) {
    return { detail: "shows '' in a branch as it is" };
  }
  return branches.some(({ isIdle }) => isIdle)
    ? { detail: `${DETAIL} of a branch`, fix: doubleChoiceApostrophes(argument) }
    : null;
}

export const javaText: Runtime = {
  title: 'java.text',
  versions: '17',
  format: 'java',
  foundBy: { gradle: ['java'], files: ['pom.xml'] },
  finds:
    'a single apostrophe in a text that the program formats, also in the branches of a choice.',
  facts: {
    empty: 'an empty text',
    missing: 'the text of the parent language or of the default locale; then an error',
    noValue: 'the placeholder',
    forms:
      'the branch of the choice with the greatest limit up to the number (below it with `<`); numbers below the first limit have the first branch',
  },
  foreign: /^\}$/,
  findFaults,
};
