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
  hint?: string;
}

/** A line of text with its label, a hint and the message of what is wrong with it. */
export function Field({ label, hint, ...props }: FieldProps) {
  return (
    <TextField {...props} className={css.field}>
      <Label>{label}</Label>
      <Input className={css.input} dir={props.type === 'email' ? 'ltr' : 'auto'} />
      {hint !== undefined && (
        <Text slot="description" className={css.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={css.error} />
    </TextField>
  );
}
