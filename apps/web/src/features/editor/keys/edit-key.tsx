import '../../../i18n/parts/key.ts';
import type { Locale, Row, TranslationValue } from '@parlance/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Waiting } from '../../../ui/form/waiting.tsx';
import { useReady } from '../../../ui/hooks/use-ready.ts';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import type { EditorSettings } from '../cell/open-cell.ts';
import type { UndoableChange } from '../drafts/undo.ts';
import { type FormValues, type KeyPlace, outdatedBy, rowValuesQuery } from './key.queries.ts';
import { fieldsOfRow, type SourceTexts, type TextForm } from './key-fields.ts';
import { KeyForm } from './key-form.tsx';
import { archiveKeys, saveKey } from './save-key.queries.ts';
import { SourceEffect } from './source-effect.tsx';

interface EditKeyProps {
  place: KeyPlace;
  row: Row;
  /** The source locale. */
  source: Locale;
  settings: EditorSettings;
  /** The field that has the focus at first. */
  first: 'name' | 'source';
  onClose(): void;
  /** Called after the key was saved or archived. */
  onWritten(done: 'saved' | 'archived', change: UndoableChange): void;
}

/** Edits the name, the source strings and the other fields of a key, or archives the key. */
export function EditKey(props: EditKeyProps) {
  const { place, row, onClose } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = rowValuesQuery(place, row);
  const { data: values, error, refetch } = useQuery(query);
  const isReady = useReady(values !== undefined);
  const keep = (saved: TranslationValue): void => {
    queries.setQueryData(query.queryKey, (cachedKeys) =>
      cachedKeys?.map((values) =>
        values.keyId === saved.keyId ? { ...values, source: saved } : values,
      ),
    );
  };
  return (
    <Dialog close={t('close')} title={t('key.editTitle')} isOpen onClose={onClose}>
      {isReady && values ? (
        <EditForm {...props} values={values} onSaved={keep} onFailed={() => void refetch()} />
      ) : error ? (
        <ProblemNotice error={error} />
      ) : (
        <Waiting text={t('key.loading')} />
      )}
    </Dialog>
  );
}

/** Returns the source strings of all forms that have or could have one. A family always has `other`. */
const textsOf = (values: readonly FormValues[]): SourceTexts =>
  Object.fromEntries(
    values
      .filter(({ form, source }) => source !== null || form === 'other' || values.length === 1)
      .map(({ form, source }) => [form, source?.text ?? '']),
  );

/** Returns the texts that differ from the stored ones. */
const changedTexts = (stored: SourceTexts, texts: SourceTexts): SourceTexts =>
  Object.fromEntries(
    Object.entries(texts).filter(([form, text]) => text !== stored[form as TextForm]),
  );

function EditForm({
  place,
  row,
  source,
  settings,
  first,
  values,
  onSaved,
  onFailed,
  onClose,
  onWritten,
}: EditKeyProps & {
  values: readonly FormValues[];
  /** Called with each saved source string, even if a later save fails. */
  onSaved(value: TranslationValue): void;
  /** Called when a save failed, because somebody else may have changed a source string. */
  onFailed(): void;
}) {
  const { t } = useTranslation();
  const [before, setBefore] = useState(() => fieldsOfRow(row));
  const [fields, setFields] = useState(before);
  const stored = textsOf(values);
  const [typed, setTyped] = useState<SourceTexts>({});
  const [keeps, setKeeps] = useState(false);
  // A form that the user has not changed shows the service's text, so that no other person's text is lost.
  const texts = { ...stored, ...typed };
  const archive = useMutation({
    mutationFn: () => archiveKeys(place, [row.keyId], 'archive'),
    onSuccess: (change) => change && onWritten('archived', change),
  });
  const save = async (): Promise<void> => {
    try {
      await saveKey(place, row, values, {
        before,
        fields,
        texts,
        onSaved,
        ...(outdatedBy(values, texts).length > 0 && { keepTranslations: keeps }),
        onEdited: () => setBefore(fields),
        onWritten: (change) => onWritten('saved', change),
      });
      onClose();
    } catch (error) {
      onFailed();
      throw error;
    }
  };
  return (
    <>
      <KeyForm
        fields={fields}
        texts={texts}
        source={source}
        settings={settings}
        first={first}
        onFields={setFields}
        onTexts={(next) => setTyped(changedTexts(stored, next))}
        path="action/edit/"
        nameHint={t('key.renameHint')}
        button={t('save')}
        call={save}
        onCancel={onClose}
        belowTexts={
          <SourceEffect
            values={values}
            texts={texts}
            source={source}
            keeps={keeps}
            onKeeps={setKeeps}
          />
        }
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
