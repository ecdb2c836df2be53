import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemOf } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './people.module.css';

/** Asks before a step that cannot be undone. A problem of the call stays in the dialog. */
export function Confirm({
  title,
  text,
  button,
  cancel,
  isReady = true,
  call,
  onClose,
  children,
}: {
  title: string;
  text: string;
  button: string;
  cancel: string;
  /** False while the person has not typed what confirms the step. */
  isReady?: boolean;
  call(): Promise<void>;
  onClose(): void;
  children?: ReactNode;
}) {
  const step = useMutation({ mutationFn: call, onSuccess: onClose });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{text}</p>
      {children}
      {step.error && <Notice kind="problem">{problemOf(step.error).text}</Notice>}
      <div className={css.actions}>
        <Button
          kind="danger"
          isDisabled={!isReady}
          isPending={step.isPending}
          onPress={() => step.mutate()}
        >
          {button}
        </Button>
        <Button kind="secondary" onPress={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
