import { type ComponentProps, useState } from 'react';
import { Field } from '../form/field.tsx';
import { Confirm } from './confirm.tsx';

/** Asks for confirmation by a typed name before a step that affects others. */
export function ConfirmName({
  name,
  label,
  ...props
}: Omit<ComponentProps<typeof Confirm>, 'isReady' | 'children'> & {
  name: string;
  /** Asks for the name. */
  label: string;
}) {
  const [typed, setTyped] = useState('');
  return (
    <Confirm {...props} isReady={typed.trim() === name.trim()}>
      <Field label={label} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
    </Confirm>
  );
}
