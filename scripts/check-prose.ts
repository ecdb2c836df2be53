import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Checks the mechanical rules of docs/style.md in the folders that have been brought up to it. */
const DONE: readonly string[] = ['*.md', '.github/**/*.{md,yml}'];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Words that a native engineer reads twice, each with what to write instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'write "again" or "from scratch"'],
  [/\bunless told\b/i, 'write "Defaults to …"'],
  [/\bfor ever\b/i, 'write "indefinitely" or "permanently"'],
  [/\bgood for \d/i, 'write "valid for"'],
  [/\bdoubled\b/i, 'write "duplicate"'],
  [
    /\b(?:whoever|foretell|tether(?:s|ed)?|heal(?:s|ed)?|mend(?:s|ed|able)?|all the same)\b/i,
    'use the standard term',
  ],
  [/\bis no [a-z]+ (?:of|that)\b/i, 'write "is not a …"'],
];

/** Openers that hide the subject, at the start of a comment or of a `description`. */
const OPENER =
  /(?:\/\*\*|\/\/|^\s*\*|description: ['`"]) ?(?:What|Whether|Who|Of (?:a|an|the)|So far)\b/;

function faultsOf(path: string): string[] {
  const faults: string[] = [];
  let isCode = false;
  readFileSync(`${ROOT}/${path}`, 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const place = `${path}:${index + 1}`;
      if (path.endsWith('.md')) {
        if (line.trimStart().startsWith('```')) isCode = !isCode;
        if (isCode) return;
      } else if (OPENER.test(line)) {
        faults.push(`${place}: start with the subject or the verb`);
      }
      for (const [pattern, advice] of BANNED) {
        const found = pattern.exec(line);
        if (found) faults.push(`${place}: "${found[0]}": ${advice}`);
      }
    });
  return faults;
}

const files = globSync([...DONE], {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/*.generated.ts', 'LICENSE'],
});
const faults = files.flatMap(faultsOf);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Checked the prose of ${files.length} files.\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
