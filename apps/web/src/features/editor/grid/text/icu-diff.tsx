import type { MessageFormat } from '@parlance/messages';
import { WordDiff } from '../../../../ui/display/word-diff.tsx';
import css from '../cell.module.css';
import { type ReadLine, readLines } from './read-lines.ts';

/** The difference between two messages, branch by branch, without unchanged branches. */
export function IcuDiff({
  before,
  after,
  ...rest
}: {
  format: MessageFormat;
  locale: string;
  dir: 'ltr' | 'rtl';
  before: string;
  after: string;
}) {
  const { format, locale, dir } = rest;
  const earlier = readLines(before, format, locale);
  const later = readLines(after, format, locale);
  if (!later || (before !== '' && !earlier)) {
    return <WordDiff before={before} after={after} locale={locale} dir="ltr" />;
  }
  const textsOf = (lines: readonly ReadLine[] | null) =>
    new Map((lines ?? []).map(({ keys, text }) => [keys.join(', '), text]));
  const [old, now] = [textsOf(earlier), textsOf(later)];
  return (
    <span className={css.lines}>
      {[...new Set([...now.keys(), ...old.keys()])]
        .filter((name) => old.get(name) !== now.get(name))
        .map((name) => (
          <span key={name}>
            <code>{name}</code>
            <WordDiff
              before={old.get(name) ?? ''}
              after={now.get(name) ?? ''}
              locale={locale}
              dir={dir}
            />
          </span>
        ))}
    </span>
  );
}
