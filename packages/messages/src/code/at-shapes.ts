import {
  bracketEnd,
  type CodeFound,
  closedAt,
  endOf,
  matchAt,
  movable,
  ordered,
  type Reading,
  type Shape,
} from './reading.ts';

const WORD_BEFORE = /[\p{L}\p{N}_.@/]/u;

const isStart = (text: string, at: number): boolean => at === 0 || !WORD_BEFORE.test(text[at - 1]!);

// Angular and Razor: a keyword, an optional condition, and a block in braces.
const KEYWORD =
  /@(?:else\s+if|if|else|for|foreach|while|switch|case|default|empty|defer|placeholder|loading|error|do|lock|using|try|catch|finally|section|functions|code)\b\s*/y;
const ELSE = /\}\s*@?(?:else\s+if|else|catch|finally|while)\b\s*/y;

// Matches the opening brace of a block, even before `{{ output }}`. Excludes Blade's output after a directive.
const BLOCK_BRACE = /^\{(?![!{])|^\{\{\{/;

/** Returns the index of the brace that opens the block. Null if there is none. */
function blockBrace({ text, parens }: Reading, from: number): number | null {
  let at = from;
  if (text[at] === '(') {
    const end = bracketEnd(parens, at);
    if (end === null) return null;
    at = end;
  }
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  return BLOCK_BRACE.test(text.slice(at, at + 3)) ? at : null;
}

/** Reads `@if (x) {` and marks the brace that closes the block. */
function readBlock(reading: Reading, at: number): CodeFound | null {
  const { text, braces, found } = reading;
  const after = isStart(text, at) ? endOf(matchAt(KEYWORD, text, at)) : null;
  let brace = after === null ? null : blockBrace(reading, after);
  const first = brace;
  while (brace !== null) {
    const close = braces.get(brace);
    if (close === undefined) return null;
    const next = endOf(matchAt(ELSE, text, close));
    brace = next === null ? null : blockBrace(reading, next);
    found.set(close, ordered((brace ?? close) + 1));
  }
  return first === null ? null : ordered(first + 1);
}

// Blade directives that affect the text after them.
const BLADE =
  /@(?:(?:else)?if|unless|elseauth|auth|guest|can|cannot|canany|env|production|isset|empty|switch|case|foreach|forelse|for|while|section|push|prepend|once|php|verbatim|error|session|fragment|hasSection|sectionMissing|else|default|break|continue|end[a-z]{2,12})(?![\w.-])/y;
const BARE_BLADE = /^@(?:else|end[a-z]+|php|verbatim|csrf|continue)$/;

function readBlade({ text, parens }: Reading, at: number): CodeFound | null {
  const match = isStart(text, at) ? matchAt(BLADE, text, at) : null;
  if (!match) return null;
  const after = at + match[0].length;
  const space = text[after] === ' ' && text[after + 1] === '(' ? 1 : 0;
  const end = text[after + space] === '(' ? bracketEnd(parens, after + space) : null;
  if (end !== null) return ordered(end);
  return BARE_BLADE.test(match[0]) ? ordered(after) : null;
}

const LET = /@let\s+[A-Za-z_$][\w$]*\s*=[^;\n]{1,300};/y;
const PATH = /@[A-Za-z_]\w{0,63}/y;
const STEP = /\??\.[A-Za-z_]\w{0,63}|\[[^[\]\n]{1,64}\]/y;

/** Reads `@user.Name`, `@Model.Items[0]` and `@Html.Raw(text)`. */
function readPath({ text, parens, braces }: Reading, at: number): CodeFound | null {
  const name = isStart(text, at) ? endOf(matchAt(PATH, text, at)) : null;
  if (name === null) return null;
  let end = name;
  for (let steps = 0; steps < 20; steps++) {
    const next = text[end] === '(' ? bracketEnd(parens, end) : endOf(matchAt(STEP, text, end));
    if (next === null) break;
    end = next;
  }
  if (text[end] === '{') end = bracketEnd(braces, end) ?? end;
  return end === name ? null : movable(end);
}

export const AT_SHAPES: readonly Shape[] = [
  // Control flow of Angular and Razor, as in `@if (open) {Open} @else {Closed}`:
  // angular.dev/guide/templates/control-flow; learn.microsoft.com, Razor syntax reference.
  {
    first: '@',
    read: readBlock,
  },
  // Directive of Blade, as in `@if($open) Open @endif`:
  // laravel.com/docs/blade, Blade Directives.
  {
    first: '@',
    read: readBlade,
  },
  // Variable of Angular, comment and code of Razor, as in `@* note *@Save`:
  // angular.dev/guide/templates/variables; learn.microsoft.com, Razor syntax reference.
  {
    first: '@',
    read(reading, at) {
      const { text, braces } = reading;
      const closedEnd = endOf(matchAt(LET, text, at)) ?? closedAt(reading, at, '@*', '*@');
      if (closedEnd !== null) return ordered(closedEnd);
      const end = text[at + 1] === '{' ? bracketEnd(braces, at + 1) : null;
      return end !== null && /[;=(]/.test(text.slice(at, end)) ? ordered(end) : null;
    },
  },
  // Expression of Razor, and command of Texinfo, as in `Hello @user.Name, you are @(age + 1)`:
  // learn.microsoft.com, Razor syntax reference; gnu.org, Texinfo, @-commands.
  {
    first: '@',
    read(reading, at) {
      if (reading.text[at + 1] !== '(') return readPath(reading, at);
      const end = isStart(reading.text, at) ? bracketEnd(reading.parens, at + 1) : null;
      return end === null ? null : movable(end);
    },
  },
];
