import { DropZone, FileTrigger, Text } from 'react-aria-components';
import { Button } from '../button.tsx';
import css from './file-drop.module.css';

/** An area for dropping locale files, with a button for people who do not drag. */
export function FileDrop({
  label,
  button,
  types,
  allowsMultiple = false,
  onFiles,
}: {
  label: string;
  button: string;
  /** Endings of the names of files that are accepted. */
  types: readonly string[];
  allowsMultiple?: boolean;
  onFiles(files: readonly File[]): void;
}) {
  return (
    <DropZone
      className={css.zone}
      aria-label={label}
      onDrop={({ items }) => {
        const files = items.filter((item) => item.kind === 'file');
        const taken = allowsMultiple ? files : files.slice(0, 1);
        void Promise.all(taken.map((item) => item.getFile())).then(onFiles);
      }}
    >
      <Text slot="label">{label}</Text>
      <FileTrigger
        acceptedFileTypes={types}
        allowsMultiple={allowsMultiple}
        onSelect={(files) => onFiles([...(files ?? [])])}
      >
        <Button kind="secondary">{button}</Button>
      </FileTrigger>
    </DropZone>
  );
}
