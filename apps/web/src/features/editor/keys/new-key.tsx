import '../../../i18n/parts/key.ts';
import { pluralCategories } from '@parlance/messages';
import type { Locale } from '@parlance/sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Check } from '../../../ui/form/choice.tsx';
import type { EditorSettings } from '../cell/open-cell.ts';
import type { UndoableChange } from '../drafts/undo.ts';
import type { KeyPlace } from './key.queries.ts';
import { newKeyFields, PLAIN, type SourceTexts } from './key-fields.ts';
import { KeyForm } from './key-form.tsx';
import { createKey, type MadeKeys } from './save-key.queries.ts';

/**
 * Returns the texts of a locale's plural forms. For an ordinary key, returns the text of `other`,
 * which is the key's text.
 */
function shownTexts(typed: SourceTexts, locale: string, isPlural: boolean): SourceTexts {
  if (!isPlural) return { [PLAIN]: typed.other ?? '' };
  const forms = pluralCategories(locale, 'cardinal', 'number');
  return Object.fromEntries(forms.map((form) => [form, typed[form] ?? '']));
}

/** Creates a key with its source string. Its fields are filled with the words of a query without results. */
export function NewKey({
  place,
  source,
  settings,
  query,
  onClose,
  onCreated,
}: {
  place: KeyPlace;
  /** The source locale. */
  source: Locale;
  settings: EditorSettings;
  query: string;
  onClose(): void;
  onCreated(keyId: string, name: string, change: UndoableChange): void;
}) {
  const { t } = useTranslation();
  const [begun] = useState(() => newKeyFields(query));
  const [fields, setFields] = useState(begun.fields);
  const [isPlural, setPlural] = useState(false);
  // Hidden forms keep their texts.
  const [typed, setTyped] = useState<SourceTexts>({ other: begun.texts[PLAIN] ?? '' });
  const [made] = useState<MadeKeys>(() => new Map());
  const texts = shownTexts(typed, source.code, isPlural);
  return (
    <Dialog close={t('close')} title={t('key.newTitle')} isOpen onClose={onClose}>
      <KeyForm
        fields={fields}
        texts={texts}
        source={source}
        settings={settings}
        onFields={setFields}
        onTexts={({ [PLAIN]: other = typed.other ?? '', ...forms }) =>
          setTyped({ ...typed, other, ...forms })
        }
        first="name"
        nameHint={t('key.nameHint')}
        button={t('key.create')}
        onCancel={onClose}
        call={async () => {
          const { keyId, change } = await createKey(place, fields, texts, made);
          onCreated(keyId, fields.name.trim(), change);
        }}
        belowTexts={
          <Check isChecked={isPlural} onChange={setPlural}>
            {t('key.plural')}
          </Check>
        }
      />
    </Dialog>
  );
}
