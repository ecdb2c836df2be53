import { DropZone, FileTrigger, Text } from 'react-aria-components';
import { Button } from '../button.tsx';
import css from './file-drop.module.css';

/** File names that an import accepts. */
const FILE_TYPES = [
  '.json',
  '.csv',
  '.yaml',
  '.yml',
  '.xlf',
  '.xliff',
  '.po',
  '.pot',
  '.xml',
  '.strings',
  '.stringsdict',
  '.xcstrings',
];

/** An area for dropping locale files, with a button for people who do not drag. */
export function FileDrop({
  label,
  button,
  allowsMultiple = false,
  onFiles,
}: {
  label: string;
  button: string;
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
        acceptedFileTypes={FILE_TYPES}
        allowsMultiple={allowsMultiple}
        onSelect={(files) => onFiles([...(files ?? [])])}
      >
        <Button kind="secondary">{button}</Button>
      </FileTrigger>
    </DropZone>
  );
}
