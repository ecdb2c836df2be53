import type { DashboardProject } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/locale/code-name.ts';
import { tonesOf } from '../../lib/locale/tones-of.ts';
import { sayProblem } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { Progress } from '../../ui/display/progress.tsx';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import table from '../../ui/display/table.module.css';
import { CallForm } from '../../ui/form/call-form.tsx';
import { LanguageField } from '../../ui/form/language-field.tsx';
import { useLanguageText } from '../../ui/form/use-language-text.ts';
import { Section } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import css from './dashboard.module.css';
import { type LanguageWork, workInLanguages } from './my-work.ts';

/** The user's languages in all projects, and their progress. */
export function MyLanguages({
  org,
  projects,
  languages,
  add,
  remove,
}: {
  /** Slug of the organization. */
  org: string;
  projects: readonly DashboardProject[];
  languages: readonly string[];
  add(code: string): Promise<void>;
  remove(code: string): Promise<void>;
}) {
  const { t } = useTranslation();
  const text = useLanguageText();
  // Keeps the list open after a language was added. If it closed, the field in it would lose the focus.
  const [isChoosing, setChoosing] = useState(false);
  const works = workInLanguages(projects, languages);
  return (
    <Section title={t('dashboard.languages')}>
      {languages.length === 0 && <p className={entries.note}>{t('dashboard.languagesText')}</p>}
      {languages.length > 0 && works.length === 0 && (
        <p className={entries.note}>{t('dashboard.noLanguages')}</p>
      )}
      {works.length > 0 && <LanguageTable org={org} works={works} />}
      <details open={languages.length === 0 || isChoosing}>
        <summary>{t('dashboard.chooseLanguages')}</summary>
        <ChosenLanguages languages={languages} remove={remove} />
        <CallForm
          button={t('dashboard.addLanguage')}
          call={async () => {
            const code = text.read();
            if (code === null) return;
            setChoosing(true);
            await add(code);
            text.clear();
          }}
        >
          <LanguageField
            label={t('dashboard.language')}
            name="code"
            {...text.field}
            isRequired
            errorMessage={t('dashboard.unknownLanguage')}
          />
        </CallForm>
      </details>
    </Section>
  );
}

/** The selected languages, each with a button that removes it and moves the focus to its neighbor. */
function ChosenLanguages({
  languages,
  remove,
}: {
  languages: readonly string[];
  remove(code: string): Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <ul className={css.chosen}>
      {languages.map((code) => (
        <li key={code}>
          <Button
            kind="quiet"
            aria-label={t('dashboard.removeLanguage', { name: codeName(code) })}
            onPress={({ target }) => {
              focusBeside(target);
              remove(code).catch((error: unknown) => toast(sayProblem(error)));
            }}
          >
            {codeName(code)} <span aria-hidden="true">×</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus to the next or previous entry of a list, or, if there is none, to the field after the list. */
function focusBeside(button: Element): void {
  const entry = button.closest('li');
  const beside = entry?.nextElementSibling ?? entry?.previousElementSibling;
  const other = beside?.querySelector('button');
  (other ?? entry?.closest('details')?.querySelector('input'))?.focus();
}

function LanguageTable({ org, works }: { org: string; works: readonly LanguageWork[] }) {
  const { t } = useTranslation();
  return (
    <ScrollTable label={t('dashboard.languages')}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.language')}</th>
          <th scope="col" className={table.text}>
            {t('dashboard.project')}
          </th>
          <th scope="col" className={table.text}>
            {t('dashboard.progress')}
          </th>
        </tr>
      </thead>
      <tbody>
        {works.map((work) => (
          <LanguageRow key={`${work.project.id} ${work.locale.code}`} org={org} work={work} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function LanguageRow({ org, work: { project, locale } }: { org: string; work: LanguageWork }) {
  const { t } = useTranslation();
  const { code, percent, reviewedPercent } = locale;
  const params = { org, project: project.id };
  const name = codeName(code);
  return (
    <tr>
      <th scope="row">
        <Link to="/o/$org/p/$project/editor" params={params} search={{ l: code }}>
          {name}
        </Link>
      </th>
      <td className={table.text}>
        <bdi>{project.name}</bdi>
      </td>
      <td className={css.bar}>
        <Progress
          label={t('dashboard.progressOf', { language: name, project: project.name })}
          isLabelHidden
          {...tonesOf({ translated: Math.floor(percent), reviewed: Math.floor(reviewedPercent) })}
        />
      </td>
    </tr>
  );
}
