import '../../../i18n/parts/runtimes.ts';
import { RUNTIME_NAMES, RUNTIMES, type RuntimeName } from '@parlance/messages';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { RuntimePreview } from './runtime-preview.tsx';
import css from './runtimes.module.css';

/** Asks which libraries display the texts of a project. */
export function RuntimeChoice({
  runtimes,
  likely,
  project,
  onChange,
}: {
  /** Names of the chosen libraries. Null if the project names none. */
  runtimes: readonly string[] | null;
  /** The most likely answer, which is offered while nothing is chosen. */
  likely: RuntimeName | null;
  /** The project whose findings would change. Absent for a new project. */
  project?: { readonly organizationId: string; readonly projectId: string };
  onChange(runtimes: string[] | null): void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const chosen = runtimes ?? [];
  const titleOf = (name: string): string =>
    name === 'plain' ? t('runtimes.plain') : (RUNTIMES[name as RuntimeName]?.title ?? name);
  const toggle = (name: string) => {
    const others = chosen.filter((one) => one !== name);
    const now = others.length === chosen.length ? [...chosen, name] : others;
    onChange(now.length === 0 ? null : now);
  };
  const asked = chosen.length === 0 && likely !== null ? [likely] : chosen;
  // Keeps chosen names that only a newer version of the service supports.
  const names = [...RUNTIME_NAMES, ...chosen.filter((name) => !Object.hasOwn(RUNTIMES, name))];
  return (
    <fieldset className={css.field} aria-describedby={`${id}-hint`}>
      <legend>{t('runtimes.question')}</legend>
      <Choices
        label={chosen.length === 0 ? t('runtimes.none') : chosen.map(titleOf).join(', ')}
        entries={names.map((name) => ({
          id: name,
          label: titleOf(name),
          isChosen: chosen.includes(name),
        }))}
        onToggle={toggle}
      />
      {likely !== null && chosen.length === 0 && (
        <Button kind="quiet" onPress={() => toggle(likely)}>
          {t('runtimes.likely', { name: titleOf(likely) })}
        </Button>
      )}
      {project && asked.length > 0 && (
        <RuntimePreview key={asked.join()} {...project} runtimes={asked} />
      )}
      <span id={`${id}-hint`} className={css.hint}>
        {t('runtimes.hint')}
      </span>
    </fieldset>
  );
}
