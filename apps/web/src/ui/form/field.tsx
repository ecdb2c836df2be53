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
  /** True if the content beside the line already contains the label, which becomes the accessible name. */
  isLabelHidden?: boolean;
  hint?: string;
  /** Message about the text while it `isInvalid`. */
  errorMessage?: string;
  /** Rule for the text, in place of the browser's longer message. Defaults to the hint. */
  rule?: string;
  /** Id of a list of suggested texts. */
  list?: string;
}

/** A line of text with its label, its hint and its error message. */
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

/** The line below a field with its hint or error message. In a form, its height is always reserved. */
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
