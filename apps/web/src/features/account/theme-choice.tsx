import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyTheme, storedTheme, THEMES } from '../../lib/person/theme.ts';
import css from '../../ui/form/call-form.module.css';
import { Choice } from '../../ui/form/choice.tsx';

/** The theme of the app in this browser. */
export function ThemeChoice() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(storedTheme);
  return (
    <div className={css.form}>
      <Choice
        label={t('account.theme')}
        value={theme}
        options={THEMES.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
        onChange={(value) => {
          applyTheme(value);
          setTheme(value);
        }}
      />
    </div>
  );
}
