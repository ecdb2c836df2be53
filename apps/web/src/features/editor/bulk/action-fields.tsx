import type { CheckCode } from '@parlance/messages';
import type { Locale } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { Check, Choice } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import css from './bulk.module.css';
import { BULK_ACTIONS, type BulkFields, STATES } from './bulk-action.ts';

/** Checks that may suggest a fix. */
const FIXABLE = [
  'edge_whitespace',
  'end_punctuation',
  'line_breaks',
  'placeholder_missing',
  'placeholder_unknown',
  'placeholder_duplicated',
  'tag_missing',
  'tag_extra',
  'tag_unbalanced',
  'url_changed',
  'entity_changed',
  'leaked_marker',
  'argument_style',
  'unknown_style',
  'placeholder_spacing',
  'invisible_characters',
  'runtime_refused',
  'runtime_misread',
] as const satisfies readonly CheckCode[];

/** The action of a bulk change with its fields. */
export function ActionFields({
  fields,
  onFields,
  locales,
}: {
  fields: BulkFields;
  onFields(change: Partial<BulkFields>): void;
  locales: readonly Locale[];
}) {
  const { t } = useTranslation();
  const { name } = fields;
  return (
    <div className={css.fields}>
      <Choice
        label={t('bulk.action')}
        value={name}
        options={BULK_ACTIONS.map((value) => ({ value, label: t(`bulk.actions.${value}`) }))}
        onChange={(chosen) => onFields({ name: chosen })}
      />
      {name === 'setState' && (
        <Choice
          label={t('bulk.state')}
          value={fields.state}
          options={STATES.map((value) => ({ value, label: t(`cell.value.${value}`) }))}
          onChange={(state) => onFields({ state })}
        />
      )}
      {name === 'replace' && (
        <>
          <Field
            label={t('bulk.find')}
            value={fields.find}
            onChange={(find) => onFields({ find })}
            maxLength={500}
            autoFocus
          />
          <Field
            label={t('bulk.replaceWith')}
            value={fields.replaceWith}
            onChange={(replaceWith) => onFields({ replaceWith })}
          />
          <div className={css.checks}>
            {(['matchesCase', 'wholeWords', 'isPattern'] as const).map((option) => (
              <Check
                key={option}
                isChecked={fields[option]}
                onChange={(isChecked) => onFields({ [option]: isChecked })}
              >
                {t(`bulk.${option}`)}
              </Check>
            ))}
          </div>
        </>
      )}
      {name === 'copy' && (
        <Choice
          label={t('bulk.from')}
          value={fields.from}
          options={locales.map(({ code, name: label }) => ({
            value: code,
            label: `${label} (${code})`,
          }))}
          onChange={(from) => onFields({ from })}
        />
      )}
      {(name === 'copy' || name === 'fillFromMemory') && (
        <div className={css.checks}>
          <Check isChecked={fields.overwrite} onChange={(overwrite) => onFields({ overwrite })}>
            {t('bulk.overwrite')}
          </Check>
        </div>
      )}
      {name === 'applyFix' && (
        <Choice
          label={t('bulk.check')}
          value={fields.check as (typeof FIXABLE)[number]}
          options={FIXABLE.map((value) => ({ value, label: t(`cell.check.${value}`) }))}
          onChange={(check) => onFields({ check })}
        />
      )}
      {name === 'setTags' && (
        <>
          <Field
            label={t('bulk.addTags')}
            hint={t('bulk.tagsHint')}
            value={fields.add}
            onChange={(add) => onFields({ add })}
            autoFocus
          />
          <Field
            label={t('bulk.removeTags')}
            value={fields.remove}
            onChange={(remove) => onFields({ remove })}
          />
        </>
      )}
      {name === 'setMaxLength' && (
        <Field
          label={t('bulk.maxLength')}
          hint={t('bulk.maxLengthHint')}
          inputMode="numeric"
          value={fields.maxLength}
          onChange={(maxLength) => onFields({ maxLength })}
          autoFocus
        />
      )}
    </div>
  );
}
