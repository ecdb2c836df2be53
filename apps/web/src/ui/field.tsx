import {
  FieldError,
  Input,
  Label,
  Text,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';
import css from './field.module.css';

export interface FieldProps extends TextFieldProps {
  label: string;
  /** True if what stands beside the line already says it. The label is its accessible name then. */
  isLabelHidden?: boolean;
  hint?: string;
  /** Says what is wrong with the text while it `isInvalid`. */
  errorMessage?: string;
}

/** A line of text with its label, a hint and the message of what is wrong with it. */
export function Field({ label, isLabelHidden = false, hint, errorMessage, ...props }: FieldProps) {
  return (
    <TextField {...props} {...(isLabelHidden && { 'aria-label': label })} className={css.field}>
      {!isLabelHidden && <Label>{label}</Label>}
      <Input className={css.input} dir={props.type === 'email' ? 'ltr' : 'auto'} />
      {hint !== undefined && (
        <Text slot="description" className={css.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={css.error}>{errorMessage}</FieldError>
    </TextField>
  );
}
