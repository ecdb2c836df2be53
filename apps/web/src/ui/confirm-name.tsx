import { type ComponentProps, useState } from 'react';
import { Confirm } from './confirm.tsx';
import { Field } from './field.tsx';

/** Asks before a step that others feel, until the name of its thing is typed. */
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
