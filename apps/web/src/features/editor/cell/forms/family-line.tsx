import { type MessageFormat, tokenize } from '@parlance/messages';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { useCellStatus } from '../../drafts/use-drafts.ts';
import type { OpenCell } from '../open-cell.ts';
import { WholeCell } from '../whole-cell.tsx';
import type { FamilyForm } from './family.ts';
import type { FamilyFieldProps } from './family-field-props.ts';
import { FormLine } from './form-line.tsx';
import { examplesOf } from './icu-lines.ts';

/** Tokenizes a text as plain text of a format. */
const read = (text: string, format: MessageFormat) => tokenize(text, format);

/** A form of a plural family. */
export function FamilyLine({
  form,
  cell,
  isOpen,
  onOpen,
  onArchive,
  ...props
}: FamilyFieldProps & {
  form: FamilyForm;
  cell: OpenCell;
  isOpen: boolean;
  onOpen(): void;
  onStep(step: 1 | -1): void;
  onArchive(): void;
}) {
  const { t, i18n } = useTranslation();
  const { family, localeName, drafts } = props;
  const status = useCellStatus(drafts, cell);
  const text = status.text ?? cell.value?.text ?? '';
  const title = t(`cell.form.${form.category}`);
  const { locale, dir, format, key, source } = cell;
  const { state } = status;
  const isArchivable = !form.isNeeded && !form.isNeededElsewhere && form.keyId !== null;
  return (
    <FormLine
      title={title}
      examples={examplesOf(family.kind, form.category, locale, i18n.language)}
      source={{ ...source, tokens: read(source.text, format) }}
      text={{ tokens: read(text, format), locale, dir }}
      isEmpty={text === ''}
      note={
        state === 'clean'
          ? t(`cell.value.${cell.value?.state ?? 'missing'}`)
          : t(`editor.unsaved.${state}`)
      }
      actions={
        isArchivable && (
          <Button
            kind="quiet"
            aria-label={t('cell.form.archiveNamed', { form: title })}
            onPress={onArchive}
          >
            {t('cell.form.archive')}
          </Button>
        )
      }
      onOpen={onOpen}
      field={
        isOpen
          ? (start) => (
              <WholeCell
                {...props}
                {...start}
                cell={cell}
                label={t('cell.labelForm', { locale: localeName, key, form: title })}
              />
            )
          : null
      }
    />
  );
}
