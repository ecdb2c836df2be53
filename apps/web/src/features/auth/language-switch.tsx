import { useTranslation } from 'react-i18next';
import { LANGUAGE_OPTIONS, type Language } from '../../i18n/languages.ts';
import { chooseLanguage } from '../../lib/person/language.ts';
import { sayProblem } from '../../lib/problem.ts';
import { Choice } from '../../ui/form/choice.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import css from './language-switch.module.css';

/** The choice of a language for people without a session. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <div className={css.switch}>
      <Choice
        label={t('language')}
        isLabelHidden
        value={i18n.language as Language}
        options={LANGUAGE_OPTIONS}
        onChange={(code) =>
          void chooseLanguage(code).catch((error: unknown) => toast(sayProblem(error)))
        }
      />
    </div>
  );
}
