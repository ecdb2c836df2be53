import { useTranslation } from 'react-i18next';
import { codeName } from '../../lib/locale/code-name.ts';
import css from './product-picture.module.css';
import { SAMPLE, SAMPLE_LANGUAGES } from './sample.ts';

/** The editor with some sample strings, built from the app's components in the theme of the page. */
export function ProductPicture() {
  const { t, i18n } = useTranslation();
  return (
    <figure className={css.picture}>
      <div className={css.scroll} role="img" aria-label={t('landing.picture')}>
        <table aria-hidden="true">
          <thead>
            <tr>
              <th />
              {SAMPLE_LANGUAGES.map((code) => (
                <th key={code}>{codeName(code)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SAMPLE.map(({ key, texts }, row) => (
              <tr key={key}>
                <td>
                  <code dir="ltr">{key}</code>
                </td>
                {SAMPLE_LANGUAGES.map((code) => (
                  <td
                    key={code}
                    lang={code}
                    dir={i18n.dir(code)}
                    data-open={(code === 'de' && row === 1) || undefined}
                  >
                    {texts[code] ?? <em lang={i18n.language}>{t('landing.missing')}</em>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption>{t('landing.caption')}</figcaption>
    </figure>
  );
}
