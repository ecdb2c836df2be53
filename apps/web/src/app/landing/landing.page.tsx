import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../features/auth/language-switch.tsx';
import { BASE_PATH } from '../../lib/site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import css from './landing.module.css';

/** The start page for people who are not signed in. */
export function LandingPage() {
  const { t } = useTranslation();
  return (
    <main className={css.landing} id="main" tabIndex={-1}>
      <Wordmark />
      <h1>{t('landing.title')}</h1>
      <p>{t('landing.text')}</p>
      <div className={css.actions}>
        <Link to="/sign-up" className={buttonClass()}>
          {t('landing.start')}
        </Link>
        <Link to="/sign-in" className={buttonClass('secondary')}>
          {t('auth.signIn')}
        </Link>
        <a href={`${BASE_PATH}/docs`} className={buttonClass('quiet')}>
          {t('landing.docs')}
        </a>
      </div>
      <LanguageSwitch />
    </main>
  );
}
