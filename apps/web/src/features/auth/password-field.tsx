import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Field, type FieldProps } from '../../ui/form/field.tsx';
import css from './auth-frame.module.css';

/** A field for the password of an account, with a button that shows the typed password. */
export function PasswordField(props: Omit<FieldProps, 'label' | 'name' | 'type'>) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <div className={css.password}>
      <Field
        {...props}
        label={t('auth.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        isRequired
        spellCheck="false"
      />
      <Button kind="quiet" onPress={() => setShown(!isShown)}>
        {t(isShown ? 'auth.hidePassword' : 'auth.showPassword')}
      </Button>
    </div>
  );
}
