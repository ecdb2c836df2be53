import type { Token } from '@parlance/messages';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TokenText } from '../grid/token-text.tsx';
import css from './forms.module.css';

interface LineText {
  readonly tokens: readonly Token[];
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** The number that `#` stands for in an example. */
  readonly example?: string | null;
}

/** One text of several: what it is for, the source string that it follows, and the text or its field. */
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
  /** Numbers that the text is for. */
  examples: string | null;
  source: LineText | null;
  text: LineText;
  isEmpty: boolean;
  /** True below the heading of a group. */
  isNested?: boolean;
  /** Where the text stands: its state, or its findings. */
  note: ReactNode;
  actions?: ReactNode;
  /** The field of the text. Null while another text is edited. */
  field: ReactNode;
  onOpen(): void;
}) {
  const { t } = useTranslation();
  const Heading = isNested ? 'h3' : 'h2';
  const written = text.tokens.map((token) => token.source).join('');
  return (
    <div className={css.line}>
      <div className={css.head}>
        <Heading>{title}</Heading>
        {examples !== null && <bdi className={css.examples}>{examples}</bdi>}
        {field === null && <span className={css.note}>{note}</span>}
        {actions}
      </div>
      {source && (
        <p className={css.source}>
          <TokenText {...source} />
        </p>
      )}
      {field ?? (
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
      )}
    </div>
  );
}
