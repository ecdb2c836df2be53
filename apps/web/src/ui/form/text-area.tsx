import { TextArea as AriaTextArea, Label, TextField } from 'react-aria-components';
import css from './field.module.css';
import { FieldMessage } from './field.tsx';

/** A text of several lines with its label and a hint. */
export function TextArea({
  label,
  hint,
  name,
  rows,
  value,
  onChange,
  language,
  direction = 'auto',
  maxLength,
  isRequired = false,
  autoFocus = false,
}: {
  label: string;
  hint?: string;
  name: string;
  rows: number;
  value: string;
  onChange(value: string): void;
  /** Language of the text, if it differs from that of the page. */
  language?: string;
  /** Direction of the text. Defaults to that of the content. */
  direction?: 'ltr' | 'rtl' | 'auto';
  maxLength?: number;
  isRequired?: boolean;
  autoFocus?: boolean;
}) {
  return (
    <TextField
      className={css.field}
      name={name}
      value={value}
      onChange={onChange}
      autoFocus={autoFocus}
      isRequired={isRequired}
      {...(maxLength !== undefined && { maxLength })}
    >
      <Label>{label}</Label>
      <AriaTextArea className={css.input} rows={rows} lang={language} dir={direction} />
      <FieldMessage hint={hint} />
    </TextField>
  );
}
