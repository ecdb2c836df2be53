import type { Project } from '@parlance/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/call-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';

/** Name, slug and source locale of a project. */
export function ProjectForm({
  project,
  locales,
  onSave,
}: {
  project: Project;
  locales: readonly { readonly code: string; readonly name: string }[];
  onSave(change: { name: string; slug: string; sourceLocale?: string }): Promise<void>;
}) {
  const { t } = useTranslation();
  const [sourceLocale, setSourceLocale] = useState(project.sourceLocale);
  return (
    <CallForm
      button={t('save')}
      call={({ name = '', slug = '' }) =>
        onSave({ name, slug, ...(sourceLocale !== project.sourceLocale && { sourceLocale }) })
      }
    >
      <Field label={t('projects.name')} name="name" isRequired defaultValue={project.name} />
      <Field
        label={t('settings.slug')}
        hint={t('settings.projectSlugHint')}
        name="slug"
        isRequired
        defaultValue={project.slug}
      />
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
