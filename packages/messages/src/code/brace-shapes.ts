import { findPartners } from '../syntax/pair-tags.ts';
import {
  bracketEnd,
  type CodeFound,
  closedAt,
  matchAt,
  movable,
  ordered,
  type Reading,
  type Shape,
} from './reading.ts';

// Svelte blocks that control the flow. All other pairs format words.
const CONTROL: ReadonlySet<string> = new Set(['if', 'each', 'await', 'key', 'snippet', 'for']);
const TAG = /\{([#/]?)([\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,63})((?:\s[^{}]{0,300})?)\}/gu;
const SQUARE = /\[(\/?)([A-Za-z][\w-]{0,30})((?:[=\s][^[\]\n]{0,200})?)\]/g;

interface Half {
  readonly at: number;
  readonly end: number;
  readonly mark: string;
  readonly name: string;
}

const halfOf = (
  { index, 0: whole, 1: mark, 2: name }: RegExpExecArray,
  brackets: string,
): Half => ({
  at: index,
  end: index + whole.length,
  mark: mark!,
  name: `${brackets[0]}${name}${brackets[1]}`,
});

function pairHalves(halves: readonly Half[], found: Map<number, CodeFound>): void {
  const partners = findPartners(
    halves.map(({ mark, name }) => {
      const role = mark === '/' ? 'close' : 'open';
      return { type: 'tag', role, name, source: '' };
    }),
  );
  for (const [closing, opening] of partners) {
    const [open, close] = [halves[opening]!, halves[closing]!];
    const isControl = open.mark === '#' && CONTROL.has(open.name.slice(1, -1));
    const set = (half: Half, role: 'open' | 'close'): void => {
      found.set(half.at, isControl ? ordered(half.end) : { end: half.end, role, name: half.name });
    };
    set(open, 'open');
    set(close, 'close');
  }
}

/** Finds pairs such as `{link}here{/link}`, `{#b}bold{/b}` and `[b]bold[/b]`. */
export function findPairs(text: string, found: Map<number, CodeFound>): void {
  if (text.includes('{/')) {
    const halves = [...text.matchAll(TAG)]
      .filter(({ index, 0: whole, 1: mark, 3: rest }) => {
        const isDouble = text[index - 1] === '{' && text[index + whole.length] === '}';
        return !isDouble && (mark !== '' || rest === '') && !rest!.endsWith('/');
      })
      .map((match) => halfOf(match, '{}'));
    pairHalves(halves, found);
  }
  if (text.includes('[/')) {
    const halves = [...text.matchAll(SQUARE)].map((match) => halfOf(match, '[]'));
    pairHalves(halves, found);
  }
}

const BLOCK = /^\s?([#:/@])[\p{L}_][\s\S]*$/u;
const MF2_OPTION = String.raw`\s+[\p{L}_][\p{L}\p{N}_:.-]*\s*=\s*(?:\|[^|]*\||\$?[\p{L}\p{N}_.+-]+)`;
const MF2 = new RegExp(
  String.raw`^\s*(?:\$[\p{L}_][\p{L}\p{N}_.-]*|\|[^|]*\||[\p{L}\p{N}_.+-]+)?\s*(?::[\p{L}_][\p{L}\p{N}_:.-]*(?:${MF2_OPTION}){0,20})?(?:\s+@[\p{L}_][\p{L}\p{N}_:.-]*(?:=[\p{L}\p{N}_.+|-]+)?){0,20}\s*$`,
  'u',
);
const CALL = /^\s*-?[A-Za-z][\w.-]{0,64}\([^{}]*\)\s*$/;
const STRING = /\{\s?"(?:[^"\\\p{L}]|\\u\w{4}|\\["\\]){0,20}"\s?\}/uy;

function innerOf({ text, braces }: Reading, at: number): [inner: string, end: number] | null {
  const end = bracketEnd(braces, at);
  return end === null ? null : [text.slice(at + 1, end - 1), end];
}

const isAlone = ({ text, after }: Reading, at: number): boolean =>
  (at === after || text[at - 1] !== '{') && text[at + 1] !== '{';

/** Reads `{#if x}`, `{:else}`, `{/if}`, `{@html x}`, and markup of MessageFormat 2. */
function readBlock(reading: Reading, at: number): CodeFound | null {
  const [inner, end] = (isAlone(reading, at) && innerOf(reading, at)) || [];
  const mark = inner === undefined ? undefined : BLOCK.exec(inner)?.[1];
  if (mark === undefined) return null;
  const isMovable =
    (mark === '@' && !/^\s?@const\b/.test(inner!)) || /^\s?#[\s\S]*\/$/.test(inner!);
  return isMovable ? movable(end!) : ordered(end!);
}

function readExpression(reading: Reading, at: number): CodeFound | null {
  const [inner, end] = (isAlone(reading, at) && innerOf(reading, at)) || [];
  if (inner === undefined) return null;
  const isMf2 = /[:|@]/.test(inner) && /^\s*(?:[$|:]|[^\s]+\s+[:@])/.test(inner) && MF2.test(inner);
  return isMf2 || CALL.test(inner) ? movable(end!) : null;
}

const DECLARATION = /\s*\.(?:input\s*(?=\{)|local\s+\$[\p{L}_][\p{L}\p{N}_.-]*\s*=\s*(?=\{))/uy;

/**
 * Reads a pattern of MessageFormat 2 in double braces, with the declarations before it, as a pair
 * around the words.
 */
function readPattern(reading: Reading, at: number): CodeFound | null {
  const { text, braces, found } = reading;
  if (at > reading.start) return null;
  let start = at;
  for (;;) {
    const declared = matchAt(DECLARATION, text, start);
    const brace = declared ? start + declared[0].length : -1;
    const end = declared ? bracketEnd(braces, brace) : null;
    if (end === null) break;
    start = end;
  }
  const open = start + /^\s*/.exec(text.slice(start))![0].length;
  const close = braces.get(open);
  const isPattern =
    text.startsWith('{{', open) &&
    close !== undefined &&
    braces.get(open + 1) === close - 1 &&
    text.slice(close + 1).trim() === '';
  if (!isPattern) return null;
  const isWords = start > at || /\{\s*[$:|#/]/.test(text.slice(open + 2, close - 1));
  if (!isWords) return null;
  found.set(close - 1, { end: close + 1, role: 'close', name: '{{}}' });
  return { end: open + 2, role: 'open', name: '{{}}' };
}

const delimited =
  (opening: string, closing: string, isMovable = false) =>
  (reading: Reading, at: number): CodeFound | null => {
    const end = closedAt(reading, at, opening, closing);
    return end === null ? null : isMovable ? movable(end) : ordered(end);
  };

export const BRACE_SHAPES: readonly Shape[] = [
  // Declarations and pattern of MessageFormat 2, as in `.local $n = {$count :number}\n{{{$n} files}}`:
  // Unicode LDML part 9, Complex Messages.
  {
    first: '.{',
    read: readPattern,
  },
  // Template tag of Jinja, Twig, Liquid and Django, as in `{% if open %}Open{% endif %}`:
  // jinja.palletsprojects.com, Template Designer Documentation.
  {
    first: '{',
    read: delimited('{%', '%}'),
  },
  // Unescaped output of Blade, as in `{!! $name !!} has joined`:
  // laravel.com/docs/blade, Displaying Unescaped Data.
  {
    first: '{',
    read: delimited('{!!', '!!}', true),
  },
  // Comment of Handlebars and Blade, as in `{{!-- a } note --}}Save`:
  // handlebarsjs.com/guide, Template Comments; laravel.com/docs/blade, Comments.
  {
    first: '{',
    read: (reading, at) =>
      delimited('{{!--', '--}}')(reading, at) ?? delimited('{{--', '--}}')(reading, at),
  },
  // Block of Svelte, and markup of MessageFormat 2, as in `{#if open}Open{:else}Closed{/if}`:
  // svelte.dev/docs, Template syntax; Unicode LDML part 9, Markup.
  {
    first: '{',
    read: readBlock,
  },
  // Expression of MessageFormat 2, and call of Fluent, as in `Due {$when :datetime dateStyle=long}`:
  // Unicode LDML part 9, Expressions; projectfluent.org/fluent/guide, Functions.
  {
    first: '{',
    read: readExpression,
  },
  // Quoted characters of Fluent, as in `An opening {"{"} brace`:
  // projectfluent.org/fluent/guide, Special Characters.
  {
    first: '{',
    read({ text }, at) {
      const match = matchAt(STRING, text, at);
      return match && movable(at + match[0].length);
    },
  },
];
