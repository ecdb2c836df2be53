import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TokenText, type TokenTextProps } from '../../grid/text/token-text.tsx';
import { Pair, type PairStart } from '../pair.tsx';
import { SourceText } from '../source/source-text.tsx';
import css from './forms.module.css';

/** One of several texts: its title, its source string, and the text or, while it is open, the field of the text. */
export function FormLine({
  title,
  examples,
  source,
  text,
  isEmpty,
  isNested = false,
  note,
  actions,
  field,
  onOpen,
}: {
  title: string;
  /** Numbers for which the text is used. */
  examples: string | null;
  source: TokenTextProps | null;
  text: TokenTextProps;
  isEmpty: boolean;
  /** True below the heading of a group. */
  isNested?: boolean;
  /** State of the text, or its findings. */
  note: ReactNode;
  actions?: ReactNode;
  /** Returns the field of the text. Null while another text is open. */
  field: ((start: PairStart) => ReactNode) | null;
  onOpen(): void;
}) {
  const { t } = useTranslation();
  const Heading = isNested ? 'h3' : 'h2';
  const written = text.tokens.map((token) => token.source).join('');
  const head = (
    <>
      <Heading>{title}</Heading>
      {examples !== null && <bdi className={css.examples}>{examples}</bdi>}
      {actions}
    </>
  );
  const start = { head, source: source && <SourceText {...source} /> };
  if (field) return field(start);
  return (
    <Pair {...start}>
      <div className={css.closed}>
        <button
          type="button"
          className={css.text}
          aria-label={t('cell.editForm', {
            form: title,
            text: isEmpty ? t('cell.empty') : written,
          })}
          onClick={onOpen}
        >
          {isEmpty ? <em>{t('cell.empty')}</em> : <TokenText {...text} />}
        </button>
        <span className={css.note}>{note}</span>
      </div>
    </Pair>
  );
}
