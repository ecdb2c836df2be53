import { useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import menu from '../../ui/dialog/menu.module.css';
import { Waiting } from '../../ui/form/waiting.tsx';
import { useModule } from '../../ui/hooks/use-module.ts';
import { Icon } from '../../ui/page/icon.tsx';
import type { Action } from '../actions.ts';
import css from './shell.module.css';

/** Loads the list later, so that the first page does not wait for it. */
const loadList = () => import('./switch-list.tsx');

/** A button that opens a searchable list of organizations or projects, with related actions. */
export function Switcher(props: {
  /** Accessible name of the button. */
  name: string;
  /** Id of the organization whose projects are listed. Absent to list organizations. */
  organizationId?: string;
  actions: readonly Action[];
  /** Called with the id of a project or the slug of an organization. */
  onPick(id: string): void;
}) {
  const [isOpen, setOpen] = useState(false);
  const list = useModule(loadList, isOpen);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button kind="quiet" aria-label={props.name}>
        <Icon name="switch" />
      </Button>
      <Popover className={menu.popover!} placement="bottom start">
        <Dialog className={css.switcher} aria-label={props.name}>
          {list ? (
            <list.SwitchList {...props} onClose={() => setOpen(false)} />
          ) : (
            <Waiting text="…" />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
