import type { CheckCode } from '@parlance/messages';
import { isParlanceError, type Proposal } from '@parlance/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { spellChord } from '../../../lib/chord.ts';
import { actorName } from '../../../lib/words/actor-name.ts';
import { Button } from '../../../ui/button.tsx';
import { WordDiff } from '../../../ui/display/word-diff.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import { rereadSource, wholeCellQuery } from '../cell/cell.queries.ts';
import { DecisionProblem } from '../cell/decision-problem.tsx';
import type { OpenCell } from '../cell/open-cell.ts';
import type { PanelProps } from '../panel/panel-props.ts';
import {
  type Bindings,
  chordsOf,
  type ProposalCommand,
  SHORTCUTS,
} from '../shortcuts/shortcuts.ts';
import { type ProposalPlace, proposalsQuery, runProposal } from './proposal.queries.ts';
import css from './proposals.module.css';

const SAID = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;

interface ProposalItemProps extends PanelProps {
  proposal: Proposal;
  place: ProposalPlace;
  /** The cell for whose value the text is proposed. */
  cell: OpenCell;
  bindings: Bindings;
  /** Called after a decision. `isTextDecided` is true if it applies to all proposals of the text. */
  onDecided(proposal: Proposal, isTextDecided: boolean): void;
}

/** Returns a mutation that runs a command on the proposal. */
function useRun({ proposal, place, cell, drafts, onDecided }: ProposalItemProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { queryKey } = proposalsQuery(place);
  return useMutation({
    mutationFn: (command: ProposalCommand) => runProposal(place, proposal, command, cell),
    onMutate: () => cell.source,
    onSuccess(value, command) {
      if (value) drafts.announce(cell, value);
      if (command === 'vote') return queries.invalidateQueries({ queryKey });
      toast(t(`proposals.${SAID[command]}`));
      onDecided(proposal, command === 'accept');
      return undefined;
    },
    onError(error) {
      // If another person has saved a text in the meantime, the row shows it, so that the user can decide again.
      if (isParlanceError(error, 'version_conflict') && error.current !== undefined) {
        drafts.announce(cell, error.current);
      }
      rereadSource(error, cell);
      void queries.invalidateQueries({ queryKey });
    },
  });
}

/** Returns the commands that the user may run on a proposal. */
const commandsFor = (
  { mayWrite, mayPropose }: Pick<PanelProps, 'mayWrite' | 'mayPropose'>,
  { own }: Proposal,
): readonly ProposalCommand[] => [
  ...(mayWrite ? (['accept', 'decline'] as const) : []),
  ...(own ? (['withdraw'] as const) : []),
  ...(mayPropose && !own ? (['vote'] as const) : []),
];

/** A proposed text, its differences from the current text, and its available commands. */
export function ProposalItem(props: ProposalItemProps) {
  const { proposal, cell, locale, bindings } = props;
  const { t, i18n } = useTranslation();
  const { data: whole = cell } = useQuery(wholeCellQuery(cell));
  const { mutate, error, isPending, context } = useRun(props);
  const { text, by, createdAt, votes, voted, outdated, checks } = proposal;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const language = { locale: locale.code, dir: locale.direction };
  const keysOf = (command: ProposalCommand) =>
    chordsOf(SHORTCUTS.find(({ id }) => id === `proposal.${command}`)!, bindings)[0];
  return (
    <li data-proposal className={css.proposal}>
      <p className={css.note}>
        {t('proposals.by', { time: time.format(new Date(createdAt)), who: actorName(by) })}
        {votes > 0 && ` · ${t('proposals.votes', { count: votes })}`}
      </p>
      {cell.pluralCategory && <p className={css.note}>{t(`cell.form.${cell.pluralCategory}`)}</p>}
      <p>
        {whole.value ? (
          <WordDiff before={whole.value.text} after={text} {...language} />
        ) : (
          <span lang={language.locale} dir={language.dir} className={css.text}>
            {text}
          </span>
        )}
      </p>
      {checks.length > 0 && (
        <p className={css.findings}>
          ⚠ {checks.map((code) => t(`cell.check.${code as CheckCode}`)).join(', ')}
        </p>
      )}
      {outdated && <p className={css.note}>{t('proposals.outdated')}</p>}
      {error && <DecisionProblem error={error} read={context} />}
      <div className={css.actions}>
        {commandsFor(props, proposal).map((command) => {
          const chord = keysOf(command);
          const label = t(`proposals.${command}`);
          const keys = chord && spellChord(chord);
          return (
            <Button
              key={command}
              kind={command === 'accept' ? 'secondary' : 'quiet'}
              data-command={command}
              isPending={isPending}
              aria-label={t('proposals.named', {
                command: keys ? `${label} ${keys}` : label,
                text: text.slice(0, 100),
              })}
              aria-pressed={command === 'vote' ? voted : undefined}
              aria-keyshortcuts={chord}
              onPress={() => mutate(command)}
            >
              {label} {keys && <kbd>{keys}</kbd>}
            </Button>
          );
        })}
      </div>
    </li>
  );
}
