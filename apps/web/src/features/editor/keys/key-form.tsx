import type { Locale } from '@parlance/sdk';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import entries from '../../../ui/display/entries.module.css';
import { CallForm } from '../../../ui/form/call-form.tsx';
import { Check } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import type { EditorSettings } from '../cell/open-cell.ts';
import { type KeyFields, PLAIN, type SourceTexts, type TextForm } from './key-fields.ts';
import { SourceFindings } from './source-findings.tsx';

/** The fields of a key and its source strings. */
export function KeyForm({
  fields,
  onFields,
  texts,
  onTexts,
  source,
  settings,
  first,
  path = '',
  nameHint,
  button,
  actions,
  call,
  onCancel,
  belowTexts,
}: {
  fields: KeyFields;
  onFields(fields: KeyFields): void;
  texts: SourceTexts;
  onTexts(texts: SourceTexts): void;
  /** The source locale. */
  source: Locale;
  settings: EditorSettings;
  /** The field that has the focus at first. */
  first: 'name' | 'source';
  /** Path of the fields in the request body. Errors in the response refer to this path. */
  path?: string;
  nameHint: string;
  button: string;
  /** Additional buttons beside the form's buttons. */
  actions?: ReactNode;
  call(): Promise<void>;
  onCancel(): void;
  /** Content below the source strings. */
  belowTexts?: ReactNode;
}) {
  const { t } = useTranslation();
  const set = (part: Partial<KeyFields>) => onFields({ ...fields, ...part });
  const forms = Object.entries(texts) as [TextForm, string][];
  return (
    <CallForm
      button={button}
      call={call}
      cancel={t('cancel')}
      onCancel={onCancel}
      actions={actions}
    >
      <Field
        label={t('key.name')}
        name={`${path}name`}
        hint={nameHint}
        isRequired
        autoFocus={first === 'name'}
        autoComplete="off"
        spellCheck="false"
        value={fields.name}
        onChange={(name) => set({ name })}
      />
      {forms.map(([form, text], index) => (
        <Fragment key={form}>
          <TextArea
            name={`text-${form}`}
            label={
              form === PLAIN
                ? t('key.source', { locale: source.name })
                : t('key.sourceForm', { locale: source.name, form: t(`cell.form.${form}`) })
            }
            rows={text.length > 120 || text.includes('\n') ? 5 : 2}
            language={source.code}
            direction={source.direction}
            autoFocus={first === 'source' && index === 0}
            value={text}
            onChange={(value) => onTexts({ ...texts, [form]: value })}
          />
          <SourceFindings
            text={text}
            source={source}
            settings={settings}
            onFix={(fixed) => onTexts({ ...texts, [form]: fixed })}
          />
        </Fragment>
      ))}
      {belowTexts}
      <TextArea
        name={`${path}description`}
        label={t('key.description')}
        hint={t('key.descriptionHint')}
        rows={2}
        value={fields.description}
        onChange={(description) => set({ description })}
      />
      <div className={entries.filters}>
        <Field
          label={t('key.tags')}
          name={`${path}tags`}
          hint={t('key.tagsHint')}
          autoComplete="off"
          value={fields.tags}
          onChange={(tags) => set({ tags })}
        />
        <Field
          label={t('key.maxLength')}
          name={`${path}maxLength`}
          hint={t('key.maxLengthHint')}
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          autoComplete="off"
          value={fields.maxLength}
          onChange={(maxLength) => set({ maxLength })}
        />
      </div>
      <Check isChecked={!fields.translatable} onChange={(isKept) => set({ translatable: !isKept })}>
        {t('key.untranslatable')}
      </Check>
    </CallForm>
  );
}
