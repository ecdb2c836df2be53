import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The files whose prose this script checks against the mechanical rules of docs/style.md. */
const CHECKED: readonly string[] = [
  '*.md',
  '.github/**/*.{md,yml}',
  'docs/**/*.md',
  '{apps,packages}/*/README.md',
  '{apps,packages}/*/{bin,scripts,src,test}/**/*.{ts,tsx}',
  'apps/web/src/i18n/en/*.json',
  'bench/**/*.ts',
  'scripts/**/*.ts',
  'action/*.{md,ts}',
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Patterns of prose that is hard to read, each with advice for the writer. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'write "again" or "from scratch"'],
  [/\bunless told\b/i, 'write "Defaults to …"'],
  [/\bfor ever\b/i, 'write "indefinitely" or "permanently"'],
  [/\b(?:be it|all the same|as it were|at a stretch)\b/i, 'leave it out or name the condition'],
  [/\bgood for \w/i, 'write "valid for"'],
  [/\bdoubled\b/i, 'write "duplicate"'],
  [/\bliving (?:key|row|value|locale|term)/i, 'write "active"'],
  [/\b(?:who|what|which)ever\b/i, 'name the actor'],
  [/\b(?:foretell|tether(?:s|ed)?|heal(?:s|ed)?|mend(?:s|ed|able)?)\b/i, 'use the standard term'],
  [/\b(?:lanes?|ladders?|paces?|deeds?|the house's)\b/i, 'use the standard term'],
  [/\bis no [a-z]+ (?:of|that|to)\b/i, 'write "is not a …"'],
  [
    /\b(?:also|even|null|undefined|false|true) where\b|\bwhere (?:nothing|there (?:are|is|was)|it is (?:no|not))\b/i,
    'write "if" or "when"',
  ],
];

/** Openers that hide the subject, at the start of a comment, a description or a summary. */
const OPENER =
  /^(?:What|Whether|Who|Whom|Whose|Where|How|So far|Of (?:a|an|the|which|what))\b(?!.*\?)/;

/** The start of a documentation comment, and a described member of a schema or an endpoint. */
const COMMENT = /^\s*\/\*\* ?(.*?)(?:\*\/)?$/;
const DESCRIBED = /\b(?:description|summary|title): ['`"](.*)/;

/** Matches a test title that starts with a word that needs a subject before it. */
const FRAGMENT =
  /^\s*(?:it|test)(?:\.\w+(?:\(.*?\))?)*\(['"`]((?:and|are|by|for|from|in|is|of|that|to|with)\b.*)/;

interface Prose {
  line: number;
  text: string;
  startsSentence: boolean;
}

/** Returns the comments and the string literals of a TypeScript file, line by line. Identifiers are left out. */
function proseOfCode(source: string): Prose[] {
  const prose: Prose[] = [];
  let isInBlock = false;
  let opensBlock = false;
  let awaitsText = false;
  source.split('\n').forEach((text, index) => {
    const add = (part: string, startsSentence: boolean) =>
      prose.push({ line: index + 1, text: part, startsSentence });
    const opened = COMMENT.exec(text);
    if (opened || isInBlock) {
      const inner = (opened ? opened[1]! : text.replace(/^\s*\* ?/, '')).replace(/\*\/.*$/, '');
      add(inner, opened ? inner !== '' : opensBlock);
      opensBlock = opened !== null && inner.trim() === '';
      isInBlock = !text.includes('*/');
      return;
    }
    const described = DESCRIBED.exec(text);
    if (described) add(described[1]!, true);
    const comment = /(?:^|\s)\/\/ (.*)$/.exec(text);
    if (comment) add(comment[1]!, false);
    for (const [, , literal] of text.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)) {
      // A literal without a space is a name or a path.
      if (literal!.includes(' ')) add(literal!, awaitsText);
    }
    awaitsText = /\b(?:description|summary):$/.test(text);
  });
  return prose;
}

/** Returns the lines of a Markdown or YAML file outside code blocks. */
function proseOfText(source: string): Prose[] {
  let isCode = false;
  return source.split('\n').flatMap((text, index) => {
    if (text.trimStart().startsWith('```')) isCode = !isCode;
    return isCode ? [] : [{ line: index + 1, text, startsSentence: false }];
  });
}

function proseOf(path: string, source: string): Prose[] {
  if (path.endsWith('.json')) return proseOfTexts(source);
  return /\.tsx?$/.test(path) ? proseOfCode(source) : proseOfText(source);
}

function faultsOf(path: string): string[] {
  const source = readFileSync(`${ROOT}/${path}`, 'utf8');
  const faults: string[] = [];
  for (const { line, text, startsSentence } of proseOf(path, source)) {
    for (const [pattern, advice] of BANNED) {
      const found = pattern.exec(text);
      if (found) faults.push(`${path}:${line}: "${found[0]}": ${advice}`);
    }
    if (startsSentence && OPENER.test(text)) {
      faults.push(`${path}:${line}: start with the subject or the verb`);
    }
  }
  if (!/\.test\.ts$/.test(path) || path.startsWith('apps/web/')) return faults;
  for (const [index, line] of source.split('\n').entries()) {
    // A title that only continues that of its `describe` means nothing in the log of a run.
    if (FRAGMENT.test(line)) faults.push(`${path}:${index + 1}: start the title with its subject`);
  }
  return faults;
}

/** Returns the texts of a file of the web app, line by line. */
function proseOfTexts(source: string): Prose[] {
  return source.split('\n').flatMap((line, index) => {
    const text = /": "(.*)",?$/.exec(line)?.[1];
    return text === undefined ? [] : [{ line: index + 1, text, startsSentence: false }];
  });
}

const files = globSync([...CHECKED], {
  cwd: ROOT,
  exclude: [
    '**/node_modules/**',
    '**/dist/**',
    '**/*.generated.ts',
    'LICENSE',
    'docs/style.md',
    'scripts/checks/check-prose.ts',
  ],
});
const faults = files.flatMap(faultsOf);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Checked the prose of ${files.length} files.\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
