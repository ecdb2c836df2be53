import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import css from '../import.module.css';
import type { FolderPattern } from './folder.queries.ts';

/** Fields for the paths of a folder's files and the names of their keys. */
export function FolderForm({
  pattern,
  onPattern,
}: {
  pattern: FolderPattern;
  onPattern(pattern: FolderPattern): void;
}) {
  const { t } = useTranslation();
  return (
    <Form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const textOf = (name: string): string => String(data.get(name) ?? '').trim();
        onPattern({ path: textOf('path'), source: textOf('source'), prefix: textOf('prefix') });
      }}
    >
      <div className={css.fields}>
        <Field
          label={t('imports.folder.path')}
          name="path"
          defaultValue={pattern.path}
          hint={t('imports.folder.pathHint')}
        />
        <Field
          label={t('imports.folder.source')}
          name="source"
          defaultValue={pattern.source}
          hint={t('imports.folder.sourceHint')}
        />
        <Field
          label={t('imports.folder.prefix')}
          name="prefix"
          defaultValue={pattern.prefix}
          hint={t('imports.folder.prefixHint')}
        />
      </div>
      <div className={css.buttons}>
        <Button type="submit" kind="secondary">
          {t('imports.folder.preview')}
        </Button>
      </div>
    </Form>
  );
}
