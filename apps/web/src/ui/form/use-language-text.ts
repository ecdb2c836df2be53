import { useState } from 'react';
import { recognizeLanguage } from '../../lib/locale/find-language.ts';

/**
 * Returns the text of a field for a language. If the text is not a language when it is read, the field shows an error
 * until the text is changed.
 */
export function useLanguageText() {
  const [text, setText] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  return {
    field: {
      value: text,
      isInvalid: isUnknown,
      onChange(typed: string): void {
        setText(typed);
        setUnknown(false);
      },
    },
    /** Returns the tag of the language in the field. Returns null if the text is not a language. */
    read(): string | null {
      const code = recognizeLanguage(text);
      setUnknown(code === null);
      return code;
    },
    clear: () => setText(''),
  };
}
