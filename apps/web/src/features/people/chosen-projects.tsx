import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Choosable } from '../../lib/paged-query.ts';
import { projectChoiceQuery } from '../../lib/project-choice.queries.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { Check, CheckGroup } from '../../ui/form/choice.tsx';
import { Picker, usePicking } from '../../ui/form/picker.tsx';

/** The projects to which a key or an invitation is restricted. Null for every project. */
export function ChosenProjects({
  organizationId,
  chosen,
  onChange,
}: {
  organizationId: string;
  chosen: readonly Choosable[] | null;
  onChange(chosen: readonly Choosable[] | null): void;
}) {
  const { t } = useTranslation();
  const picking = usePicking();
  const list = useInfiniteQuery({
    ...projectChoiceQuery(organizationId, picking.search.q),
    enabled: picking.isOpen,
  });
  return (
    <>
      <CheckGroup label={t('keys.reach')}>
        <Check isChecked={chosen !== null} onChange={(isBound) => onChange(isBound ? [] : null)}>
          {t('keys.onlySome')}
        </Check>
      </CheckGroup>
      {chosen !== null && (
        <>
          {chosen.length > 0 && (
            <ul className={entries.list}>
              {chosen.map(({ id, name }) => (
                <li key={id} className={entries.entry}>
                  <bdi>{name}</bdi>
                  <Button
                    kind="quiet"
                    // A selection replaces the field, which had the focus, with a new field. The button therefore
                    // takes the focus.
                    autoFocus
                    aria-label={t('list.removeNamed', { name })}
                    onPress={() => onChange(chosen.filter((project) => project.id !== id))}
                  >
                    {t('list.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Picker
            label={t('keys.addProject')}
            hint={t('list.typeName')}
            noMatch={t('list.noMatch')}
            picking={picking}
            list={list}
            picked={chosen.map(({ id }) => id)}
            onPick={(project) => onChange([...chosen, project])}
          />
        </>
      )}
    </>
  );
}
