import type { Project, ProjectSettings, ProjectSettingsInput } from '@parlance/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Section } from '../../ui/page/page.tsx';
import { CheckLevels } from './check-levels.tsx';
import css from './settings.module.css';
import { TranslationSettings } from './translation-settings.tsx';

interface ProjectFields {
  readonly name: string;
  readonly slug: string;
  readonly sourceLocale: string;
  readonly settings: ProjectSettings;
}

interface ProjectChange {
  name?: string;
  slug?: string;
  sourceLocale?: string;
  settings?: ProjectSettingsInput;
}

/** Returns the changed members. Null if there are none. */
function changesOf<Fields extends object>(before: Fields, after: Fields): Partial<Fields> | null {
  const names = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  if (names.length === 0) return null;
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<Fields>;
}

/** Returns the changed fields of a project, without settings that another person has changed in the meantime. */
function projectChanges(before: ProjectFields, after: ProjectFields): ProjectChange {
  const { settings: _, ...changes } = changesOf(before, after) ?? {};
  const settings = changesOf(before.settings, after.settings);
  return { ...changes, ...(settings && { settings }) };
}

const fieldsOf = ({ name, slug, sourceLocale, settings }: Project): ProjectFields => ({
  name,
  slug,
  sourceLocale,
  settings,
});

/** Name, slug and source locale of a project, its translation and its checks, saved together. */
export function ProjectForm({
  project,
  locales,
  onSave,
}: {
  project: Project;
  locales: readonly { readonly code: string; readonly name: string }[];
  onSave(change: ProjectChange): Promise<void>;
}) {
  const { t } = useTranslation();
  const [sourceLocale, setSourceLocale] = useState(project.sourceLocale);
  const [settings, setSettings] = useState(project.settings);
  const [before, setBefore] = useState(() => fieldsOf(project));
  return (
    <CallForm
      button={t('save')}
      isPage
      call={async ({ name = '', slug = '' }) => {
        const fields = { name, slug, sourceLocale, settings };
        await onSave(projectChanges(before, fields));
        setBefore(fields);
      }}
    >
      <Section id="project" title={t('settings.project')}>
        <div className={css.fields}>
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
        </div>
      </Section>
      <Section id="translation" title={t('settings.translation')}>
        <div className={css.fields}>
          <TranslationSettings
            organizationId={project.organizationId}
            projectId={project.id}
            settings={settings}
            onChange={(change) => setSettings((earlier) => ({ ...earlier, ...change }))}
          />
        </div>
      </Section>
      <Section id="checks" title={t('settings.checkLevels')}>
        <p>{t('settings.checkLevelsText')}</p>
        <CheckLevels
          levels={settings.checks}
          onChange={(levels) => setSettings((earlier) => ({ ...earlier, checks: levels }))}
        />
      </Section>
    </CallForm>
  );
}
