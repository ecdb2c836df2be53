import { matcherOf } from '@parlance/config';
import { findPluralFamilies } from '@parlance/messages';
import type { Call, Outcome } from '../../command.ts';
import { readSourceTexts } from '../../documents/source-texts.ts';
import { EXIT, failUsage } from '../../fault.ts';
import { count } from '../../output/count.ts';
import { escapeText } from '../../output/escape-text.ts';
import { findCode } from '../../unused/find-code.ts';
import { LiteralIndex } from '../../unused/literals.ts';
import { referencesIn } from '../../unused/references.ts';

export async function run(call: Call): Promise<Outcome> {
  const config = await call.config();
  const { in: patterns, ignore = [] } = config.check?.unused ?? {};
  const ignored = [...ignore, ...call.flags.texts('ignore')].map(matcherOf);
  const { all: texts, prefixes } = await readSourceTexts(config);
  const literals = new LiteralIndex();
  let files = 0;
  const [folder] = call.arguments;
  for (const { text } of findCode(config, folder ?? '.', patterns)) {
    literals.add(text);
    files++;
  }
  if (files === 0) failUsage(describeNoCode(folder, patterns));
  for (const text of texts.values()) literals.addNames(referencesIn(text));
  const families = findPluralFamilies(texts.keys(), {
    format: 'auto',
    sourceLocale: config.source.locale,
  });
  const names = new Map(
    [...texts.keys()].map((key) => [families.get(key)?.family ?? key, prefixes.get(key)!]),
  );
  // A program may use a key with or without its namespace, as in `t('cart:pay')` and `t('pay')`.
  const isNamed = (name: string, prefix: string): boolean =>
    literals.mentions(name) || (prefix !== '' && literals.mentions(name.slice(prefix.length)));
  const unused = [...names]
    .filter(([name, prefix]) => !isNamed(name, prefix) && !ignored.some((matches) => matches(name)))
    .map(([name]) => name);
  return {
    data: { keys: names.size, files, unused },
    lines: [
      ...unused.map(escapeText),
      `${unused.length} of ${count(names.size, 'key')} not found in ${count(files, 'file')}.`,
    ],
    exit: unused.length === 0 ? EXIT.done : EXIT.no,
  };
}

function describeNoCode(folder = '.', patterns?: readonly string[]): string {
  const where =
    folder === '.'
      ? 'No file of the program was found'
      : `No file of the program is in ${escapeText(folder)}`;
  const limit = patterns === undefined ? '' : ` that "check.unused.in" names`;
  return `${where}${limit}. Name ${folder === '.' ? 'its' : 'another'} folder.`;
}
