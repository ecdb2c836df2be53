import { useId } from 'react';
import { listLanguages } from '../../lib/locale/find-language.ts';
import { Field, type FieldProps } from './field.tsx';

/** A field for a language, by its name in several languages or by its code. */
export function LanguageField(props: FieldProps) {
  const id = useId();
  return (
    <div>
      <Field {...props} list={id} autoComplete="off" spellCheck="false" />
      <datalist id={id}>
        {listLanguages().map(({ code, name }) => (
          <option key={code} value={name}>
            {code}
          </option>
        ))}
      </datalist>
    </div>
  );
}
