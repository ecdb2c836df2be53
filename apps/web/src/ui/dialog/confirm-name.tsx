import { type ComponentProps, useState } from 'react';
import { Field } from '../form/field.tsx';
import { Confirm } from './confirm.tsx';

/** Asks the user to type a name before an action that affects others. */
export function ConfirmName({
  name,
  label,
  ...props
}: Omit<ComponentProps<typeof Confirm>, 'isReady' | 'children'> & {
  name: string;
  /** Text that asks for the name. */
  label: string;
}) {
  const [typed, setTyped] = useState('');
  return (
    <Confirm {...props} isReady={typed.trim() === name.trim()}>
      <Field label={label} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
    </Confirm>
  );
}
