import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../button.tsx';
import css from './menu.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly isCurrent?: boolean;
  run(): void;
}

/** A button that opens a menu of actions. */
export function Menu({
  label,
  name,
  entries,
}: {
  label: ReactNode;
  /** Accessible name of the button. */
  name: string;
  entries: readonly MenuEntry[];
}) {
  return (
    <MenuTrigger>
      <Button kind="quiet" aria-label={name}>
        {label}
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={css.popover}>
        <AriaMenu className={css.menu} aria-label={name}>
          {entries.map(({ id, label: text, isCurrent, run }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              className={css.item}
              data-current={isCurrent || undefined}
              onAction={run}
            >
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
