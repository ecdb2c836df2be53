import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.tsx';
import css from './menu.module.css';

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly isChosen: boolean;
}

/** A button that opens a list of entries, each of which can be on or off. The list stays open. */
export function Choices({
  label,
  entries,
  onToggle,
  isOpen,
  onOpenChange,
}: {
  label: string;
  entries: readonly Choice[];
  onToggle(id: string): void;
  isOpen?: boolean;
  onOpenChange?(isOpen: boolean): void;
}) {
  const chosen = entries.filter(({ isChosen }) => isChosen).map(({ id }) => id);
  return (
    <MenuTrigger
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(onOpenChange && { onOpenChange })}
    >
      <Button kind="quiet">
        {label}
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={css.popover}>
        <AriaMenu
          className={css.menu}
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) => {
            const now = keys === 'all' ? new Set(entries.map(({ id }) => id)) : keys;
            for (const { id, isChosen } of entries) if (now.has(id) !== isChosen) onToggle(id);
          }}
        >
          {entries.map(({ id, label: text }) => (
            <MenuItem key={id} id={id} textValue={text} className={css.item}>
              {({ isSelected }) => (
                <>
                  <span aria-hidden="true" className={css.tick}>
                    {isSelected ? '✓' : ''}
                  </span>
                  {text}
                </>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
