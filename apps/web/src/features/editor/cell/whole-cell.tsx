import { tokenize } from '@parlance/messages';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLater } from '../../../ui/hooks/use-later.ts';
import { useModule } from '../../../ui/hooks/use-module.ts';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { useCellStatus } from '../drafts/use-drafts.ts';
import { suggestionsQuery } from '../suggestion.queries.ts';
import { wholeCellQuery } from './cell.queries.ts';
import css from './cell-editor.module.css';
import { TextField } from './field/text-field.tsx';
import type { TextFieldProps } from './field/text-field-props.ts';
import { isMessage } from './forms/has-branches.ts';
import { MessageField } from './forms/message-field.tsx';
import type { OpenCell } from './open-cell.ts';
import { OPEN_MS } from './open-text.ts';
import { Pair, type PairStart } from './pair.tsx';
import { SourceText } from './source/source-text.tsx';

const loadConflictView = () => import('./conflict-view.tsx');

/** Adds the properties of the project that the checks need to a cell, as soon as they are loaded. */
function useKnownCell(cell: OpenCell | undefined, place: OpenCell): OpenCell | undefined {
  const isResting = useLater(OPEN_MS);
  const { data } = useQuery({ ...suggestionsQuery(place), enabled: isResting });
  return useMemo(
    () => (cell && data?.sourceText === cell.source.text ? { ...cell, known: data } : cell),
    [cell, data],
  );
}

interface WholeCellProps extends Omit<TextFieldProps, keyof PairStart>, Partial<PairStart> {}

/** Reads the complete text if the row contains only its beginning. Key presses do not render this component again. */
export function WholeCell({ cell, head = null, ...props }: WholeCellProps) {
  const { data: whole, error } = useQuery(wholeCellQuery(cell));
  const isPart = cell.source.isTruncated || cell.value?.isTruncated === true;
  const open = useKnownCell(isPart ? whole : cell, cell);
  if (error) return <ProblemNotice error={error} />;
  if (!open) return <LoadingText />;
  return <CellText {...props} cell={open} head={head} source={<WholeSource cell={open} />} />;
}

/** The text of a cell. A conflict is resolved before the text is edited. */
function CellText(props: TextFieldProps) {
  const { cell, drafts, onLeave, head, source } = props;
  const { state, text = '', theirs = null, source: now } = useCellStatus(drafts, cell);
  const texts = [cell.source.text, cell.value?.text, text];
  const hasForms = texts.some((text) => text !== undefined && isMessage(text, cell.format));
  const isConflict = state === 'conflict';
  const ConflictView = useModule(loadConflictView, isConflict)?.ConflictView;
  if (!isConflict) {
    const Field = hasForms ? MessageField : TextField;
    return <Field {...props} />;
  }
  if (!ConflictView) return <LoadingText />;
  return (
    <Pair head={head} source={source}>
      <ConflictView
        cell={cell}
        mine={text}
        theirs={theirs}
        source={now && { before: drafts.baseOf(cell)?.source?.text ?? '', after: now.text ?? '' }}
        onChoose={(choice) => {
          drafts.resolve(cell, choice);
          if (choice !== 'edit') onLeave('stay');
        }}
        onLeave={() => onLeave('stay')}
      />
    </Pair>
  );
}

function LoadingText() {
  const { t } = useTranslation();
  return (
    <p role="status" className={css.loading}>
      {t('cell.loading')}
    </p>
  );
}

/** The complete source string of a cell. */
function WholeSource({ cell: { source, format } }: { cell: OpenCell }) {
  const { t } = useTranslation();
  const { text, locale, dir } = source;
  const tokens = useMemo(() => tokenize(text, format), [text, format]);
  if (text === '') return <p className={css.loading}>{t('editor.noSource')}</p>;
  return <SourceText tokens={tokens} locale={locale} dir={dir} />;
}
