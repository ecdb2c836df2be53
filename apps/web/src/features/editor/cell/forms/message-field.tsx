import '../../../../i18n/parts/forms.ts';
import { type MessageForm, readForm } from '@parlance/messages/forms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCellStatus } from '../../drafts/use-drafts.ts';
import { TextField } from '../field/text-field.tsx';
import type { TextFieldProps } from '../field/text-field-props.ts';
import { IcuForm } from './icu-form.tsx';
import { openForm } from './icu-lines.ts';

/** An ICU message: as a form with a line for each branch, or as code. */
export function MessageField(props: TextFieldProps) {
  const { cell, drafts } = props;
  const { t } = useTranslation();
  const status = useCellStatus(drafts, cell);
  const text = status.text ?? cell.value?.text ?? '';
  const [form, setForm] = useState<MessageForm | null>(() => openForm(cell, text));
  const opened = form === null ? openForm(cell, text) : form;
  if (form) {
    return (
      <IcuForm
        {...props}
        initial={form}
        sourceForm={readForm(cell.source.text, cell.format)}
        onCode={() => setForm(null)}
      />
    );
  }
  // Shows the code if the user has chosen it, or if the text cannot be displayed as a form.
  return (
    <TextField
      {...props}
      isMessage
      {...(opened && { onCode: () => setForm(opened), codeLabel: t('cell.icu.forms') })}
    />
  );
}
