import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { ProblemNotice } from '../notice/problem-notice.tsx';
import css from './confirm.module.css';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation before an action that cannot be undone. An error of the call stays in the dialog. */
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
  /** False until the user has typed the confirmation. */
  isReady?: boolean;
  /** Returns false to ask again, with other content. */
  call(): Promise<unknown>;
  onClose(): void;
  children?: ReactNode;
}) {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const run = async () => {
    setPending(true);
    setProblem(null);
    try {
      if ((await call()) !== false) onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{text}</p>
      {children}
      {problem !== null && <ProblemNotice error={problem} />}
      <div className={css.actions}>
        <Button
          kind="danger"
          isDisabled={!isReady}
          isPending={isPending}
          onPress={() => void run()}
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
