import type { Token } from '@parlance/messages';
import { isChip } from '../../codemirror/chip.ts';
import css from '../cell.module.css';

/** A placeholder or tag. */
export function Chip({ token, example = null }: { token: Token; example?: string | null }) {
  const isPound = token.type === 'placeholder' && token.kind === 'pound';
  return (
    <span
      className={css.chip}
      dir="ltr"
      translate="no"
      data-example={isPound && example !== null ? example : undefined}
    >
      {token.source}
    </span>
  );
}

export interface TokenTextProps {
  tokens: readonly Token[];
  locale: string;
  dir: 'ltr' | 'rtl';
  /** The number that replaces `#` in an example. */
  example?: string | null;
}

/** A text with its placeholders and tags as chips. */
export function TokenText({ tokens, locale, dir, example = null }: TokenTextProps) {
  let at = 0;
  return (
    <span className={css.text} lang={locale} dir={dir}>
      {tokens.map((token) => {
        const key = at;
        at += token.source.length;
        return isChip(token) ? <Chip key={key} token={token} example={example} /> : token.source;
      })}
    </span>
  );
}
