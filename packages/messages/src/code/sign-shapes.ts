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

// Commands of LaTeX that format words, and all commands that begin like the escapes \n, \r and \t.
const FORMATTING =
  /^\\(?:text(?:bf|it|tt|sc|sf|rm|sl|up|md|normal)?|emph|underline|mbox|uline|sout|title|section|subsection|subsubsection|paragraph|chapter|caption|footnote|item|large|small)\*?$/;
const ESCAPE_LIKE =
  /^\\(?!text|ref|title|today|tiny|rule|newline|newcommand|noindent|renewcommand)[nrt]/;
const COMMAND = /\\[A-Za-z]{2,30}\*?/y;
const ALONE = /\\(?:today|tiny|newline|newpage|noindent)(?![A-Za-z])/y;
const OPTIONS = /\[[^[\]{}\n]{0,100}\]/y;

/** Reads commands with arguments, such as `\textbf{word}` and `\cite[p. 3]{knuth}`. */
function readCommand({ text, braces, found }: Reading, at: number): CodeFound | null {
  if (at > 0 && /[\w:\\.]/.test(text[at - 1]!)) return null;
  const alone = endOf(matchAt(ALONE, text, at));
  if (alone !== null) return movable(alone);
  const match = matchAt(COMMAND, text, at);
  if (!match || ESCAPE_LIKE.test(match[0])) return null;
  const name = at + match[0].length;
  const brace = endOf(matchAt(OPTIONS, text, name)) ?? name;
  const close = text[brace] === '{' ? braces.get(brace) : undefined;
  if (close === undefined) return null;
  if (FORMATTING.test(match[0])) {
    found.set(close, { end: close + 1, role: 'close', name: match[0] });
    return { end: brace + 1, role: 'open', name: match[0] };
  }
  let end = bracketEnd(braces, brace);
  while (end !== null && text[end] === '{') {
    const next = bracketEnd(braces, end);
    if (next === null) break;
    end = next;
  }
  return end === null ? null : ordered(end);
}

// ECMA-48 §5.4: control sequences; §8.3.89: operating system commands, such as links.
const ANSI =
  /(?:\u001b|\\(?:e|x1[bB]|033|u001[bB]|u\{1[bB]\}))(?:\[[0-9;:?]{0,40}[A-Za-z]|\][^\u0007\u001b\\\n]{0,400}(?:\u0007|(?:\u001b|\\(?:e|x1[bB]|033|u001[bB]))\\{1,2}))/y;

export const SIGN_SHAPES: readonly Shape[] = [
  // Control sequence of terminals, as in `\033[31mFailed\033[0m`:
  // ECMA-48, 5.4 Control sequences.
  {
    first: '\u001b\\',
    read({ text }, at) {
      const end = endOf(matchAt(ANSI, text, at));
      return end === null ? null : ordered(end);
    },
  },
  // Command of LaTeX, as in `Press \textbf{Save} in \cite{knuth}`:
  // latexref.xyz, LaTeX command syntax.
  {
    first: '\\',
    read: readCommand,
  },
  // Command substitution of shells, as in `Today is $(date +%F)`:
  // POSIX.1-2024, Shell Command Language 2.6.3.
  {
    first: '$',
    read({ text, parens }, at) {
      if (text[at + 1] !== '(' || /\w/.test(text[at - 1] ?? '')) return null;
      const end = bracketEnd(parens, at + 1);
      return end === null ? null : movable(end);
    },
  },
  // Tag of ERB, EJS and PHP, as in `<% if a < b %>Less<% end %> than <%= b %>`:
  // docs.ruby-lang.org, ERB; ejs.co; php.net, PHP tags.
  {
    first: '<',
    read(reading, at) {
      const end = closedAt(reading, at, '<%', '%>') ?? closedAt(reading, at, '<?', '?>');
      if (end === null) return null;
      return /^<[%?][=-]/.test(reading.text.slice(at, at + 3)) ? movable(end) : ordered(end);
    },
  },
];
