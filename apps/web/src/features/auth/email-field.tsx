import { useTranslation } from 'react-i18next';
import { Field, type FieldProps } from '../../ui/form/field.tsx';

/** The address of an account. */
export function EmailField(props: Pick<FieldProps, 'value' | 'onChange' | 'autoFocus'>) {
  const { t } = useTranslation();
  return (
    <Field
      {...props}
      label={t('auth.email')}
      rule={t('auth.emailRule')}
      name="email"
      type="email"
      autoComplete="username"
      isRequired
    />
  );
}
