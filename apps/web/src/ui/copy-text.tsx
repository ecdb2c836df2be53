import { useState } from 'react';
import { Button } from './button.tsx';
import css from './copy-text.module.css';

/** Code with a button that copies it. */
export function CopyText({ text, name, copied }: { text: string; name: string; copied: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={css.box}>
      <pre className={css.text} dir="ltr">
        <code>{text}</code>
      </pre>
      <Button
        kind="secondary"
        aria-label={name}
        onPress={() => {
          void navigator.clipboard.writeText(text).then(() => setCopied(true));
        }}
      >
        {isCopied ? copied : name}
      </Button>
    </div>
  );
}
