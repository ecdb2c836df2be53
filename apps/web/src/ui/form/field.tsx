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
  /** Says what the text has to be, in place of the longer words of the browser. Defaults to the hint. */
  rule?: string;
  /** Id of a list of texts to choose from. */
  list?: string;
}

/** A line of text with its label, a hint and the message of what is wrong with it. */
export function Field({
  label,
  isLabelHidden = false,
  hint,
  errorMessage,
  rule = hint,
  list,
  ...props
}: FieldProps) {
  return (
    <TextField {...props} {...(isLabelHidden && { 'aria-label': label })} className={css.field}>
      {!isLabelHidden && <Label>{label}</Label>}
      <Input className={css.input} dir={props.type === 'email' ? 'ltr' : 'auto'} list={list} />
      <FieldMessage hint={hint} error={errorMessage} rule={rule} />
    </TextField>
  );
}

/** The line below a field: its hint, or in its place what is wrong. In a form its room is always there. */
export function FieldMessage({
  hint,
  error,
  rule,
}: {
  hint: string | undefined;
  error?: string | undefined;
  rule?: string | undefined;
}) {
  return (
    <div className={css.message}>
      <FieldError className={css.error}>
        {({ validationErrors, validationDetails: { tooShort, typeMismatch, patternMismatch } }) =>
          error ??
          (rule !== undefined && (tooShort || typeMismatch || patternMismatch)
            ? rule
            : validationErrors.join(' '))
        }
      </FieldError>
      {hint !== undefined && (
        <Text slot="description" className={css.hint}>
          {hint}
        </Text>
      )}
    </div>
  );
}
