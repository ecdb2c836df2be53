import type { Token } from '@parlance/messages';
import { isChip } from '../codemirror/chip.ts';
import css from './cell.module.css';

/** A text with its placeholders and tags as chips. */
export function TokenText({
  tokens,
  locale,
  dir,
  example = null,
}: {
  tokens: readonly Token[];
  locale: string;
  dir: 'ltr' | 'rtl';
  /** The number that `#` stands for in an example. */
  example?: string | null;
}) {
  let at = 0;
  return (
    <span className={css.text} lang={locale} dir={dir}>
      {tokens.map((token) => {
        const key = at;
        at += token.source.length;
        if (!isChip(token)) return token.source;
        const isPound = token.type === 'placeholder' && token.kind === 'pound';
        return (
          <span
            key={key}
            className={css.chip}
            dir="ltr"
            translate="no"
            data-example={isPound && example !== null ? example : undefined}
          >
            {token.source}
          </span>
        );
      })}
    </span>
  );
}
