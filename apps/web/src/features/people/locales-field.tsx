import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import { toggled } from '../../lib/toggled.ts';
import { Check, CheckGroup } from '../../ui/form/choice.tsx';
import { LanguageField } from '../../ui/form/language-field.tsx';
import type { MemberLocales } from './use-member-locales.ts';

/** Selects locales of projects, and optionally a locale that no project has yet. */
export function LocalesField({
  locales: { offered, chosen, other, choose },
}: {
  locales: MemberLocales;
}) {
  const { t } = useTranslation();
  return (
    <>
      <CheckGroup label={t('members.locales')}>
        {offered.map((code) => (
          <Check
            key={code}
            isChecked={chosen.includes(code)}
            onChange={() => choose(toggled(offered, chosen, code))}
          >
            <bdi>{codeLabel(code)}</bdi>
          </Check>
        ))}
      </CheckGroup>
      <LanguageField
        label={t('members.otherLocale')}
        hint={t('members.localesHint')}
        name="localeCodes"
        errorMessage={t('members.unknownLanguage', { name: other.value })}
        {...other}
      />
    </>
  );
}
