import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../lib/locale/find-language.ts';

const namesIn = (text: string): string[] =>
  text
    .split(/[,;،、\n]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Returns the text of a field for the locales of a member. */
export function useMemberLocales(initial: readonly string[] | null = null) {
  const { t } = useTranslation();
  const [text, setText] = useState((initial ?? []).join(', '));
  const [unknown, setUnknown] = useState<string | null>(null);
  return {
    field: {
      label: t('members.locales'),
      hint: t('members.localesHint'),
      value: text,
      isInvalid: unknown !== null,
      errorMessage: t('members.unknownLanguage', { name: unknown }),
      onChange(typed: string): void {
        setText(typed);
        setUnknown(null);
      },
    },
    /**
     * Returns the locales in the field. Null stands for all locales, and undefined for a text that names an unknown
     * language.
     */
    read(): string[] | null | undefined {
      const names = namesIn(text);
      if (names.length === 0) return null;
      const codes = names.map((name) => languageOf(name));
      const at = codes.indexOf(null);
      if (at === -1) return [...new Set(codes as string[])];
      setUnknown(names[at]!);
      return undefined;
    },
  };
}
