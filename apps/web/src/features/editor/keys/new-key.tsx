import '../../../i18n/key.ts';
import { pluralCategories } from '@parlance/messages';
import type { Locale } from '@parlance/sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Check } from '../../../ui/form/choice.tsx';
import type { UndoableChange } from '../drafts/undo.ts';
import type { KeyPlace } from './key.queries.ts';
import { newKeyFields, PLAIN, type SourceTexts } from './key-fields.ts';
import { KeyForm } from './key-form.tsx';
import { createKey } from './save-key.queries.ts';

/** Returns the texts with a form for each plural category of the source locale, or with one alone. */
function toggleForms(texts: SourceTexts, locale: string, isPlural: boolean): SourceTexts {
  if (!isPlural) return { [PLAIN]: texts.other ?? '' };
  const forms = pluralCategories(locale, 'cardinal', 'number');
  return Object.fromEntries(
    forms.map((form) => [form, form === 'other' ? (texts[PLAIN] ?? '') : '']),
  );
}

/** Makes a key with its source string. It begins with what the query has not found. */
export function NewKey({
  place,
  source,
  query,
  onClose,
  onCreated,
}: {
  place: KeyPlace;
  /** The source locale. */
  source: Locale;
  query: string;
  onClose(): void;
  onCreated(keyId: string, name: string, change: UndoableChange): void;
}) {
  const { t } = useTranslation();
  const [begun] = useState(() => newKeyFields(query));
  const [fields, setFields] = useState(begun.fields);
  const [texts, setTexts] = useState<SourceTexts>({ [PLAIN]: '', ...begun.texts });
  return (
    <Dialog close={t('close')} title={t('key.newTitle')} isOpen onClose={onClose}>
      <KeyForm
        {...{ fields, texts, source }}
        onFields={setFields}
        onTexts={setTexts}
        first="name"
        nameHint={t('key.nameHint')}
        button={t('key.create')}
        onCancel={onClose}
        call={async () => {
          const { keyId, change } = await createKey(place, fields, texts);
          onCreated(keyId, fields.name.trim(), change);
        }}
        belowTexts={
          <Check
            isChecked={texts[PLAIN] === undefined}
            onChange={(isPlural) => setTexts(toggleForms(texts, source.code, isPlural))}
          >
            {t('key.plural')}
          </Check>
        }
      />
    </Dialog>
  );
}
