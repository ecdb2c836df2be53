import { DropZone, type DropZoneProps, FileTrigger, Text } from 'react-aria-components';
import { type FolderContent, folderOfList, isArchive } from '../../lib/folder/folder-content.ts';

import { Button } from '../button.tsx';
import css from './file-drop.module.css';
import { readDropped } from './read-dropped.ts';

type DropEvent = Parameters<NonNullable<DropZoneProps['onDrop']>>[0];

/** Button and receiver of folders. An archive counts as a folder. */
interface FolderDrop {
  readonly button: string;
  onFolder(folder: FolderContent): void;
}

/** An area for dropping locale files, with a button for people who do not drag. */
export function FileDrop({
  label,
  button,
  types,
  allowsMultiple = false,
  onFiles,
  folder,
}: {
  label: string;
  button: string;
  /** Endings of the names of files that are accepted. */
  types: readonly string[];
  allowsMultiple?: boolean;
  onFiles(files: readonly File[]): void;
  folder?: FolderDrop;
}) {
  const take = (files: readonly File[]): void => {
    const archive = folder && files.find(isArchive);
    if (archive) folder.onFolder({ name: archive.name, archive });
    else onFiles(files);
  };
  const drop = async ({ items }: DropEvent): Promise<void> => {
    const entries = items.filter((item) => item.kind !== 'text');
    if (folder && entries.some(({ kind }) => kind === 'directory')) {
      folder.onFolder(await readDropped(entries, types));
      return;
    }
    const files = entries.filter((item) => item.kind === 'file');
    const taken = allowsMultiple ? files : files.slice(0, 1);
    take(await Promise.all(taken.map((item) => item.getFile())));
  };
  return (
    <DropZone className={css.zone} aria-label={label} onDrop={(event) => void drop(event)}>
      <Text slot="label">{label}</Text>
      <div className={css.buttons}>
        <FileTrigger
          acceptedFileTypes={folder ? [...types, '.zip'] : types}
          allowsMultiple={allowsMultiple}
          onSelect={(files) => take([...(files ?? [])])}
        >
          <Button kind="secondary">{button}</Button>
        </FileTrigger>
        {folder && (
          <FileTrigger
            acceptDirectory
            onSelect={(files) => folder.onFolder(folderOfList([...(files ?? [])], types))}
          >
            <Button kind="secondary">{folder.button}</Button>
          </FileTrigger>
        )}
      </div>
    </DropZone>
  );
}
