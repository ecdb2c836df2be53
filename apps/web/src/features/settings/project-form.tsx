import type { Project, ProjectSettingsInput } from '@parlance/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Section } from '../../ui/page/page.tsx';
import { CheckLevels } from './check-levels.tsx';
import css from './settings.module.css';
import { TranslationSettings } from './translation-settings.tsx';

interface ProjectChange {
  name: string;
  slug: string;
  sourceLocale?: string;
  settings: ProjectSettingsInput;
}

/** Name, slug and source locale of a project, how it is translated and how it is checked: saved together. */
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
  const { messageFormat, keySeparator, engine, formality, requireReview, checks } = settings;
  return (
    <CallForm
      button={t('save')}
      isPage
      call={({ name = '', slug = '' }) =>
        onSave({
          name,
          slug,
          ...(sourceLocale !== project.sourceLocale && { sourceLocale }),
          settings: { messageFormat, keySeparator, engine, formality, requireReview, checks },
        })
      }
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
            settings={settings}
            onChange={(change) => setSettings((earlier) => ({ ...earlier, ...change }))}
          />
        </div>
      </Section>
      <Section id="checks" title={t('settings.checkLevels')}>
        <p>{t('settings.checkLevelsText')}</p>
        <CheckLevels
          levels={checks}
          onChange={(levels) => setSettings((earlier) => ({ ...earlier, checks: levels }))}
        />
      </Section>
    </CallForm>
  );
}
