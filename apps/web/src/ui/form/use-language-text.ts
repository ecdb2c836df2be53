import { useState } from 'react';
import { languageOf } from '../../lib/locale/find-language.ts';

/** The text of a language field. A text that names no language is marked when it is read, until it is changed. */
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
    /** Returns the code of the language. Null if there is none. */
    read(): string | null {
      const code = languageOf(text);
      setUnknown(code === null);
      return code;
    },
    clear: () => setText(''),
  };
}
