import { diffWords, wordsOf } from '../../lib/words/word-diff.ts';
import css from './word-diff.module.css';

/** The difference between two texts, word by word in their language. */
export function WordDiff({
  before,
  after,
  locale,
  dir,
  side = 'both',
}: {
  before: string;
  after: string;
  locale: string;
  dir: 'ltr' | 'rtl';
  /** `before` hides additions, and `after` hides removals. Defaults to `both`. */
  side?: 'both' | 'before' | 'after';
}) {
  const hidden = { both: '', before: 'added', after: 'removed' }[side];
  let at = 0;
  return (
    <span lang={locale} dir={dir} className={css.text} data-side={side}>
      {diffWords(wordsOf(before, locale), wordsOf(after, locale)).map(({ kind, words }) => {
        if (kind === hidden) return null;
        const key = `${kind} ${at++}`;
        const text = words.join('');
        if (kind === 'same') return <span key={key}>{text}</span>;
        return kind === 'added' ? <ins key={key}>{text}</ins> : <del key={key}>{text}</del>;
      })}
    </span>
  );
}
