import { useState } from 'react';
import { Button } from '../button.tsx';
import css from './copy-block.module.css';

/** Code with a button that copies it. */
export function CopyBlock({
  label,
  code,
  copy,
  copied,
}: {
  label: string;
  code: string;
  /** Text of the button, before and after the press. */
  copy: string;
  copied: string;
}) {
  const [isCopied, setCopied] = useState(false);
  return (
    <figure className={css.block}>
      <figcaption className={css.head}>
        <span>{label}</span>
        <Button
          kind="quiet"
          aria-label={`${isCopied ? copied : copy}: ${label}`}
          onPress={() => void navigator.clipboard.writeText(code).then(() => setCopied(true))}
        >
          {isCopied ? copied : copy}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the code scrolls sideways, also by keyboard. */}
      <pre className={css.code} dir="ltr" tabIndex={0}>
        {code}
      </pre>
    </figure>
  );
}
