import { useContext } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  composeRenderProps,
} from 'react-aria-components';
import css from './button.module.css';
import { WaitingWords } from './waiting-words.ts';

export interface ButtonProps extends AriaButtonProps {
  /** Kind of the button. Defaults to `primary`. A page has only one primary button. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
}

/** A button. While its call is running, a word after its name indicates this. */
export function Button({ kind = 'primary', children, ...props }: ButtonProps) {
  const { working } = useContext(WaitingWords);
  return (
    <AriaButton
      {...props}
      aria-busy={props.isPending || undefined}
      className={`${css.button} ${css[kind]}`}
    >
      {composeRenderProps(children, (content, { isPending }) => (
        <>
          {content}
          {isPending && <span>{working}</span>}
        </>
      ))}
    </AriaButton>
  );
}

/** Returns the style of a button for a link. */
export const buttonClass = (kind: 'primary' | 'secondary' | 'quiet' = 'primary'): string =>
  `${css.button} ${css[kind]}`;
