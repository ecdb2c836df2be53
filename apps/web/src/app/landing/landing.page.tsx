import '../../i18n/parts/landing.ts';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../features/auth/language-switch.tsx';
import { BASE_PATH } from '../../lib/address/site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/page/wordmark.tsx';
import css from './landing.module.css';
import { ProductPicture } from './product-picture.tsx';

const POINTS = ['own', 'engines', 'releases'] as const;

/** The start page for people who are not signed in. */
export function LandingPage() {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `Parlance · ${t('landing.title')}`;
  }, [t]);
  return (
    <main className={css.landing} id="main" tabIndex={-1}>
      <div className={css.words}>
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
      </div>
      <ProductPicture />
      <ul className={css.points}>
        {POINTS.map((point) => (
          <li key={point}>
            <h2>{t(`landing.points.${point}.title`)}</h2>
            <p>{t(`landing.points.${point}.text`)}</p>
          </li>
        ))}
      </ul>
      <LanguageSwitch />
    </main>
  );
}
