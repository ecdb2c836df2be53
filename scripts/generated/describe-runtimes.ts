import { RUNTIMES, type Runtime } from '@parlance/messages';
import { code, table } from '../markdown.ts';
import { withGenerated } from './with-generated.ts';

/** Returns the page of the libraries that show texts, with the tables of their registry. */
export function describeRuntimes(): string {
  const all: (readonly [string, Runtime])[] = Object.entries(RUNTIMES);
  return withGenerated('docs/runtimes.md', {
    needs: table(
      ['name', 'library', 'versions', 'message format', 'Parlance finds'],
      all.map(([name, { title, versions, format, finds }]) => [
        code(name),
        title,
        versions,
        code(format),
        finds ?? 'what the checks of the message format find',
      ]),
    ),
    facts: table(
      [
        'name',
        'of an empty text',
        'of a missing text',
        'of a value that is not given',
        'form of a plural',
      ],
      all.flatMap(([name, { facts }]) =>
        facts ? [[code(name), facts.empty, facts.missing, facts.noValue, facts.forms]] : [],
      ),
    ),
  });
}
