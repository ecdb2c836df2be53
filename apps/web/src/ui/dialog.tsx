import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import css from './dialog.module.css';

/** A modal dialog. Escape and a click beside it close it. */
export function Dialog({
  title,
  isOpen,
  isWide = false,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  /** True for a dialog that shows a list. */
  isWide?: boolean;
  onClose(): void;
  children: ReactNode;
}) {
  return (
    <ModalOverlay
      className={css.overlay}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Modal className={css.modal} data-wide={isWide || undefined}>
        <AriaDialog className={css.dialog}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
