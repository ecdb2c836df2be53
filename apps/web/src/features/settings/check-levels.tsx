import { CHECK_CODES, type CheckCode, type CheckLevel, severityOf } from '@parlance/messages';
import { useTranslation } from 'react-i18next';
import entries from '../../ui/display/entries.module.css';
import { Choice } from '../../ui/form/choice.tsx';
import css from './settings.module.css';

type Levels = Readonly<Partial<Record<CheckCode, CheckLevel>>>;

const LEVELS = ['error', 'warning', 'off'] as const;

/** The level of each check. A level equal to the check's default is not stored. */
export function CheckLevels({
  levels,
  onChange,
}: {
  levels: Levels;
  onChange(levels: Levels): void;
}) {
  const { t } = useTranslation();
  const set = (code: CheckCode, level: CheckLevel) => {
    const { [code]: _, ...others } = levels;
    onChange(level === severityOf(code) ? others : { ...others, [code]: level });
  };
  return (
    <ul className={entries.list}>
      {CHECK_CODES.map((code) => (
        <li key={code} className={css.level}>
          <span className={css.name}>
            {t(`settings.checks.${code}`)} <code dir="ltr">{code}</code>
          </span>
          <Choice
            label={t('settings.levelOf', { check: t(`settings.checks.${code}`) })}
            isLabelHidden
            value={levels[code] ?? severityOf(code)}
            options={LEVELS.map((value) => ({
              value,
              label: t(
                value === severityOf(code)
                  ? `settings.defaultLevels.${value}`
                  : `settings.levels.${value}`,
              ),
            }))}
            onChange={(level) => set(code, level)}
          />
        </li>
      ))}
    </ul>
  );
}
