import {
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { Button } from '../button.tsx';
import css from '../dialog/menu.module.css';

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly isChosen: boolean;
  /** Heading of the group that contains the entry. */
  readonly group?: string;
}

/** A button that opens a list of entries, each of which can be on or off. The list stays open after a selection. */
export function Choices({
  label,
  chosen,
  entries,
  onToggle,
  isOpen,
  onOpenChange,
}: {
  label: string;
  /** Words or a number beside the label that describe the selection. */
  chosen?: string | undefined;
  entries: readonly Choice[];
  onToggle(id: string): void;
  isOpen?: boolean;
  onOpenChange?(isOpen: boolean): void;
}) {
  const selected = entries.filter(({ isChosen }) => isChosen).map(({ id }) => id);
  return (
    <MenuTrigger
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(onOpenChange && { onOpenChange })}
    >
      <Button kind="quiet">
        {chosen ? `${label} · ${chosen}` : label}
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={css.popover}>
        <AriaMenu
          className={css.menu}
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={selected}
          onSelectionChange={(keys) => {
            const now = keys === 'all' ? new Set(entries.map(({ id }) => id)) : keys;
            for (const { id, isChosen } of entries) if (now.has(id) !== isChosen) onToggle(id);
          }}
        >
          {Object.entries(Object.groupBy(entries, ({ group = '' }) => group)).map(
            ([group, groupChoices = []]) =>
              group === '' ? (
                groupChoices.map(toItem)
              ) : (
                <MenuSection key={group}>
                  <Header className={css.header!}>{group}</Header>
                  {groupChoices.map(toItem)}
                </MenuSection>
              ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

const toItem = ({ id, label }: Choice) => (
  <MenuItem key={id} id={id} textValue={label} className={css.item}>
    {({ isSelected }) => (
      <>
        <span aria-hidden="true" className={css.tick}>
          {isSelected ? '✓' : ''}
        </span>
        {label}
      </>
    )}
  </MenuItem>
);
