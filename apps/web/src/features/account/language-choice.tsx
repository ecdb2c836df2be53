import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_OPTIONS, type Language } from '../../i18n/languages.ts';
import { preferLanguage } from '../../lib/person/language.ts';
import css from '../../ui/form/call-form.module.css';
import { Choice } from '../../ui/form/choice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';

/** The language of the app for the signed-in user. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const prefer = useMutation({
    mutationFn: async (language: Language) => {
      await preferLanguage(queries, language);
      toast(i18next.t('saved'));
    },
  });
  return (
    <Section id="language" title={t('language')}>
      {prefer.error && <ProblemNotice error={prefer.error} />}
      <div className={css.form}>
        <Choice
          label={t('language')}
          isLabelHidden
          hint={t('account.languageText')}
          value={i18n.language as Language}
          options={LANGUAGE_OPTIONS}
          onChange={(language) => prefer.mutate(language)}
        />
      </div>
    </Section>
  );
}
