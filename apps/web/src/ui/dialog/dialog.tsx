import { type ReactNode, useRef } from 'react';
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useReady } from '../hooks/use-ready.ts';
import css from './dialog.module.css';

/** A modal dialog. Its button and Escape close it. A click outside closes it only if nothing was typed into it. */
export function Dialog({
  title,
  close,
  isOpen,
  isWide = false,
  onClose,
  children,
}: {
  title: string;
  /** Name of the button that closes the dialog. Absent if the content has such a button. */
  close?: string;
  isOpen: boolean;
  /** True for a dialog that shows a list. */
  isWide?: boolean;
  onClose(): void;
  children: ReactNode;
}) {
  const modal = useRef<HTMLDivElement>(null);
  const isReady = useReady(isOpen);
  return (
    <ModalOverlay
      className={css.overlay}
      isOpen={isReady}
      isDismissable
      shouldCloseOnInteractOutside={() =>
        !modal.current?.querySelector(':user-valid, :user-invalid')
      }
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Modal ref={modal} className={css.modal} data-wide={isWide || undefined}>
        <AriaDialog className={css.dialog}>
          <div className={css.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {close !== undefined && (
              <Button slot="close" className={css.close} aria-label={close}>
                <span aria-hidden="true">×</span>
              </Button>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
