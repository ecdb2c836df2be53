import type { Project } from '@parlance/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/call-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';

/** Name and source locale of a project. */
export function ProjectForm({
  project,
  locales,
  onSave,
}: {
  project: Project;
  locales: readonly { readonly code: string; readonly name: string }[];
  onSave(change: { name: string; sourceLocale?: string }): Promise<void>;
}) {
  const { t } = useTranslation();
  const [sourceLocale, setSourceLocale] = useState(project.sourceLocale);
  return (
    <CallForm
      button={t('save')}
      call={({ name = '' }) =>
        onSave({ name, ...(sourceLocale !== project.sourceLocale && { sourceLocale }) })
      }
    >
      <Field label={t('projects.name')} name="name" isRequired defaultValue={project.name} />
      <Choice
        label={t('projects.sourceLocale')}
        hint={t('settings.sourceLocaleHint')}
        value={sourceLocale}
        options={locales.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
        onChange={setSourceLocale}
      />
    </CallForm>
  );
}
