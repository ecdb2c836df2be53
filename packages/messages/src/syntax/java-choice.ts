/** A branch of a choice. */
export interface ChoiceBranch {
  /** The limit as a number, with a `<` if the branch begins after the limit. */
  readonly limit: string;
  /** Text as `ChoiceFormat` returns it. Java formats the text again if it contains a brace. */
  readonly text: string;
  /** True if apostrophes of the branch quote no syntax, so that they only disappear. */
  readonly isIdle: boolean;
}

export interface Choice {
  /** Number of the argument in the text, such as `0`. */
  readonly name: string;
  /** Branches of the choice. Null if Java rejects the pattern. */
  readonly branches: readonly ChoiceBranch[] | null;
}

const CHOICE = /^\{(\d+),\s*choice\s*,(.*)\}$/su;

/** Reads a choice of `java.text.MessageFormat`, such as `{0,choice,0#none|1#one|1<many}`. */
export function readChoice(source: string): Choice | null {
  const [, name, pattern = ''] = CHOICE.exec(source) ?? [];
  if (name === undefined) return null;
  return { name, branches: isWhole(pattern) ? readBranches(pattern) : null };
}

/** True if `MessageFormat` finds the end of the choice at its closing brace. */
function isWhole(pattern: string): boolean {
  let isQuoted = false;
  let depth = 0;
  for (const char of pattern) {
    if (char === "'") isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth++;
    else if (!isQuoted && char === '}' && --depth < 0) return false;
  }
  return !isQuoted && depth === 0;
}

const SYNTAX = /[{}|#<≤']/;

/** Reads a pattern as `ChoiceFormat.applyPattern` does. Null if it throws. */
function readBranches(pattern: string): ChoiceBranch[] | null {
  const branches: ChoiceBranch[] = [];
  let limit: string | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let text = '';
  let isIdle = false;
  const close = (): void => {
    if (limit !== null) branches.push({ limit, text, isIdle });
    limit = null;
    text = '';
    isIdle = false;
  };
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index]!;
    if (char === "'") {
      const quoted = readQuotation(pattern, index);
      if (!SYNTAX.test(quoted.text)) isIdle = true;
      text += quoted.text;
      index = quoted.end - 1;
    } else if (char === '|') {
      // Java treats a branch without a limit as an empty text, or throws.
      if (limit === null) return null;
      close();
    } else if (char === '#' || char === '<' || char === '≤') {
      const value = numberOf(text);
      const isAbove = char === '<';
      if (limit !== null || value === null || value < last || (value === last && !isAbove))
        return null;
      limit = isAbove ? `${value}<` : `${value}`;
      last = value;
      text = '';
    } else text += char;
  }
  close();
  return branches.length === 0 ? null : branches;
}

function numberOf(text: string): number | null {
  const number = text.trim().replace('∞', 'Infinity');
  return number === '' || Number.isNaN(Number(number)) ? null : Number(number);
}

/** Reads `''` or a quotation. Inside a quotation, `''` is an apostrophe. */
function readQuotation(pattern: string, start: number): { text: string; end: number } {
  if (pattern[start + 1] === "'") return { text: "'", end: start + 2 };
  let text = '';
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern[at] !== "'") text += pattern[at];
    else if (pattern[at + 1] === "'") {
      text += "'";
      at++;
    } else return { text, end: at + 1 };
  }
  return { text, end: pattern.length };
}

const LONE = /(?<![{}'])'(?![{}'])/g;

/**
 * Doubles the apostrophes in the words of a choice. Java parses a branch with an argument twice, so
 * each of its apostrophes is written four times.
 */
export function doubleChoiceApostrophes(source: string): string {
  const start = source.indexOf(',', source.indexOf(',') + 1) + 1;
  const branches = source.slice(start, -1).split(/(?<=\|)/);
  const written = branches.map((branch) =>
    branch.replace(LONE, branch.includes('{') ? "''''" : "''"),
  );
  return `${source.slice(0, start)}${written.join('')}}`;
}
