import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/choice.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import css from './releases.module.css';

/** How an app reads the bundles of an environment, by library. `{{lng}}` is what i18next replaces itself. */
const SNIPPETS: Readonly<Record<string, (base: string) => string>> = {
  curl: (base) => `curl --compressed "${base}/de?envelope=false"`,
  i18next: (base) => `i18next.use(HttpBackend).init({
  backend: { loadPath: '${base}/{{lng}}?envelope=false' },
});`,
  FormatJS: (base) => `const response = await fetch(
  \`${base}/\${locale}?envelope=false&shape=flat\`,
);
const intl = createIntl({ locale, messages: await response.json() });`,
  'vue-i18n': (base) => `const response = await fetch(\`${base}/\${locale}?envelope=false\`);
i18n.global.setLocaleMessage(locale, await response.json());
i18n.global.locale.value = locale;`,
};

export function Snippets({ projectId, environment }: { projectId: string; environment: string }) {
  const { t } = useTranslation();
  const [library, setLibrary] = useState('curl');
  const base = `${location.origin}/v1/i18n/bundles/${projectId}/${environment}`;
  return (
    <details className={css.snippets}>
      <summary>{t('releases.use')}</summary>
      <div className={css.narrow}>
        <Choice
          label={t('releases.library')}
          value={library}
          onChange={setLibrary}
          options={Object.keys(SNIPPETS).map((name) => ({ value: name, label: name }))}
        />
      </div>
      <CopyText
        key={library}
        text={SNIPPETS[library]!(base)}
        name={t('releases.copy')}
        copied={t('releases.copied')}
      />
    </details>
  );
}
