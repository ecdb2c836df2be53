import type { KeyboardEvent, ReactNode, Ref } from 'react';
import css from './pair.module.css';

/** The name of a plural form and its source text, which precede the translation. */
export interface PairStart {
  /** The name of the plural form. Null for the only text of a cell. */
  readonly head: ReactNode;
  readonly source: ReactNode;
}

/** A source text and its translation, side by side at the same width. */
export function Pair({
  ref,
  head,
  source,
  children,
  below,
  isOpen = false,
  onKeyDown,
}: PairStart & {
  ref?: Ref<HTMLDivElement>;
  /** The translation. */
  children: ReactNode;
  /** Findings and actions of the pair. */
  below?: ReactNode;
  /** True for the text that contains the caret. */
  isOpen?: boolean;
  onKeyDown?(event: KeyboardEvent): void;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div
      ref={ref}
      className={css.pair}
      data-headed={head !== null || undefined}
      data-pair={isOpen ? 'open' : 'closed'}
      onKeyDown={onKeyDown}
    >
      {head !== null && <div className={css.head}>{head}</div>}
      <div className={css.source}>{source}</div>
      <div className={css.target}>{children}</div>
      {below}
    </div>
  );
}
