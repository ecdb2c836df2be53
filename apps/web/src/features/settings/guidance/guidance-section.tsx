import type { Project, ProjectTranslation, TranslationSettings } from '@parlance/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { CallForm } from '../../../ui/form/call-form.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import { engineNamesQuery } from '../settings.queries.ts';
import css from './guidance.module.css';
import { changeTranslation, translationQuery } from './guidance.queries.ts';
import { LocaleGuidance } from './locale-guidance.tsx';
import type { NamedLocale } from './named-locale.ts';
import { Preview } from './preview.tsx';
import { ProjectGuidance } from './project-guidance.tsx';
import { NO_LOCALE_SETTINGS, patchBetween } from './settings-patch.ts';

/** The instructions for engines of a project, and the order of engines for each locale. */
export function GuidanceSection(props: { project: Project; locales: readonly NamedLocale[] }) {
  const { organizationId, id: projectId } = props.project;
  const { data, error } = useQuery(translationQuery(organizationId, projectId));
  if (error) return <ProblemNotice error={error} />;
  return data ? <GuidanceForm {...props} translation={data} /> : null;
}

function GuidanceForm({
  project: { id: projectId, organizationId, sourceLocale },
  locales,
  translation,
}: {
  project: Project;
  locales: readonly NamedLocale[];
  translation: ProjectTranslation;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: engines = [] } = useQuery(engineNamesQuery(organizationId));
  const [saved, setSaved] = useState(translation.set);
  const [draft, setDraft] = useState(translation.set);
  const targets = locales.filter(({ code }) => code !== sourceLocale);
  const [localeCode, setLocaleCode] = useState(targets[0]?.code);
  // The preview is shown only on request: it loads keys, engines and the price, and most visits do not need it.
  const [isPreviewing, setPreviewing] = useState(false);
  const locale = targets.find(({ code }) => code === localeCode);
  const change = (members: Partial<TranslationSettings>) =>
    setDraft((earlier) => ({ ...earlier, ...members }));
  const patch = patchBetween(saved, draft);
  const save = async () => {
    if (Object.keys(patch).length > 0) {
      const { set } = await changeTranslation(organizationId, projectId, patch);
      setSaved(set);
      setDraft(set);
    }
    await queries.invalidateQueries();
    toast(t('saved'));
  };
  return (
    <>
      <CallForm button={t('guidance.save')} call={save}>
        <p className={css.note}>{t('guidance.text')}</p>
        <ProjectGuidance
          draft={draft}
          translation={translation}
          engines={engines}
          onChange={change}
        />
        {locale && (
          <div className={css.language}>
            <Choice
              label={t('guidance.language')}
              value={locale.code}
              options={targets.map(({ code, name }) => ({
                value: code,
                label: `${name} (${code})`,
              }))}
              onChange={(code) => {
                setLocaleCode(code);
                setPreviewing(false);
              }}
            />
            <LocaleGuidance
              key={locale.code}
              locale={locale}
              locales={locales}
              engines={engines}
              translation={translation}
              settings={draft.locales[locale.code] ?? NO_LOCALE_SETTINGS}
              onChange={(members) =>
                change({ locales: { ...draft.locales, [locale.code]: members } })
              }
            />
          </div>
        )}
        <p className={css.note}>{t('guidance.renewHint')}</p>
      </CallForm>
      {locale &&
        (isPreviewing ? (
          <Preview
            organizationId={organizationId}
            projectId={projectId}
            sourceLocale={sourceLocale}
            locale={locale}
            settings={patch}
          />
        ) : (
          <div className={css.run}>
            <Button kind="secondary" onPress={() => setPreviewing(true)}>
              {t('guidance.preview', { name: locale.name })}
            </Button>
          </div>
        ))}
    </>
  );
}
