import '../../../i18n/key.ts';
import { isParlanceError, type Locale, type Row } from '@parlance/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import type { UndoableChange } from '../drafts/undo.ts';
import { type FormValues, type KeyPlace, rowValuesQuery } from './key.queries.ts';
import { fieldsOfRow, type SourceTexts } from './key-fields.ts';
import { KeyForm } from './key-form.tsx';
import { archiveKeys, saveKey } from './save-key.queries.ts';
import { SourceEffect } from './source-effect.tsx';

interface EditKeyProps {
  place: KeyPlace;
  row: Row;
  /** The source locale. */
  source: Locale;
  /** The field that has the focus at first. */
  first: 'name' | 'source';
  onClose(): void;
  /** Called with what was written. */
  onWritten(done: 'saved' | 'archived', change: UndoableChange): void;
}

/** Changes the name, the source strings and everything else of a key, or archives it. */
export function EditKey(props: EditKeyProps) {
  const { place, row, onClose } = props;
  const { t } = useTranslation();
  const { data: values, error, refetch } = useQuery(rowValuesQuery(place, row));
  return (
    <Dialog close={t('close')} title={t('key.editTitle')} isOpen onClose={onClose}>
      {error ? (
        <ProblemNotice error={error} />
      ) : values ? (
        <EditForm {...props} values={values} onChanged={() => void refetch()} />
      ) : (
        <p role="status">{t('key.loading')}</p>
      )}
    </Dialog>
  );
}

/** The source strings of the forms that have one, or could have one: `other` is the least of a family. */
const textsOf = (values: readonly FormValues[]): SourceTexts =>
  Object.fromEntries(
    values
      .filter(({ form, source }) => source !== null || form === 'other' || values.length === 1)
      .map(({ form, source }) => [form, source?.text ?? '']),
  );

function EditForm({
  place,
  row,
  source,
  first,
  values,
  onChanged,
  onClose,
  onWritten,
}: EditKeyProps & {
  values: readonly FormValues[];
  /** Called when somebody else has changed a source string meanwhile. */
  onChanged(): void;
}) {
  const { t } = useTranslation();
  const [before] = useState(() => fieldsOfRow(row));
  const [fields, setFields] = useState(before);
  const [texts, setTexts] = useState(() => textsOf(values));
  const archive = useMutation({
    mutationFn: () => archiveKeys(place, [row.keyId], 'archive'),
    onSuccess: (change) => change && onWritten('archived', change),
  });
  const save = async (): Promise<void> => {
    try {
      await saveKey(place, row, values, {
        ...{ before, fields, texts },
        onWritten: (change) => onWritten('saved', change),
      });
      onClose();
    } catch (error) {
      if (isParlanceError(error, 'version_conflict')) onChanged();
      throw error;
    }
  };
  return (
    <>
      <KeyForm
        {...{ fields, texts, source, first }}
        onFields={setFields}
        onTexts={setTexts}
        path="action/edit/"
        nameHint={t('key.renameHint')}
        button={t('save')}
        call={save}
        onCancel={onClose}
        belowTexts={<SourceEffect values={values} texts={texts} source={source} />}
        actions={
          <Button kind="danger" isPending={archive.isPending} onPress={() => archive.mutate()}>
            {t('key.archive')}
          </Button>
        }
      />
      {archive.error && <ProblemNotice error={archive.error} />}
    </>
  );
}
