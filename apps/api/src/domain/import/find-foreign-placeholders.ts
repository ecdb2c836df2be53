import type { Warning } from '@parlance/contracts';
import { Yielder } from '@parlance/formats';
import { type MessageFormat, placeholdersBySyntax, type Syntax } from '@parlance/messages';

const MAX_TEXTS = 1000;
/**
 * Minimum number of texts with foreign placeholders for a warning. In fewer texts, the placeholders
 * are probably ordinary percent signs.
 */
const MIN_TEXTS = 3;
const MAX_EXAMPLES = 3;
/** Maximum length of an examined text in UTF-16 code units. Longer texts are skipped. */
const MAX_LENGTH = 1000;
/**
 * Returns a warning if placeholders of another message format are more frequent in the texts than
 * placeholders of the project's format. Placeholders that both formats share, such as `{name}`,
 * count for the project's format.
 */
export async function findForeignPlaceholders(
  texts: Iterable<string>,
  format: MessageFormat,
): Promise<Warning | null> {
  if (format === 'auto' || format === 'plain') return null;
  const yielder = new Yielder();
  const counts = new Map<Syntax, number>();
  const examples = new Map<Syntax, Set<string>>();
  let looked = 0;
  for (const text of texts) {
    if (looked === MAX_TEXTS) break;
    looked += 1;
    const found = placeholdersBySyntax(text.slice(0, MAX_LENGTH), format);
    for (const [syntax, sources] of found) {
      counts.set(syntax, (counts.get(syntax) ?? 0) + 1);
      const known = examples.get(syntax) ?? new Set<string>();
      for (const source of sources) if (known.size < MAX_EXAMPLES) known.add(source);
      examples.set(syntax, known);
    }
    if (yielder.isDue()) await yielder.pause();
  }
  const own = counts.get(format) ?? 0;
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined || most[0] === format || most[1] <= own || most[1] < MIN_TEXTS)
    return null;
  const [syntax, count] = most;
  return {
    path: '',
    code: 'message_format_differs',
    message:
      `${count} of the first ${looked} texts have placeholders of the message format ${syntax}, such as ` +
      `${[...examples.get(syntax)!].join(', ')}, and ${own} those of ${format}, the message format of the ` +
      'project; correct the message format of the project, or the file',
  };
}
