import { billableUnits } from '@parlance/messages';
import { useState } from 'react';
import { useLatest } from '../../../../ui/hooks/use-latest.ts';
import { useModule } from '../../../../ui/hooks/use-module.ts';
import type { Base } from '../../drafts/save-value.ts';
import { shownBase } from '../cell-draft.ts';
import { DecisionProblem } from '../decision-problem.tsx';
import { isError } from '../findings/check-text.ts';
import { FindingStrip } from '../findings/finding-strip.tsx';
import { useDismissal } from '../findings/use-dismissal.ts';
import { Pair } from '../pair.tsx';
import { buttonActions } from './field-commands.ts';
import { PlaceholderMenu } from './placeholder-menu.tsx';
import { type TextAction, TextActions } from './text-actions.tsx';
import css from './text-field.module.css';
import type { TextFieldProps } from './text-field-props.ts';
import { TextFooter } from './text-footer.tsx';
import { useTextField } from './use-text-field.ts';

const loadChangeNotice = () => import('../change-notice.tsx');

/** The text of an open cell beside its source, with its findings and actions below both. */
export function TextField(props: TextFieldProps) {
  const { cell, drafts, part, onCode, head, source } = props;
  const { context, refs, status, opened, text, id, actions, run } = useTextField(props);
  const { findings, menu, reading } = context;
  const buttons = buttonActions(actions, run);
  const onAction = useLatest((action: TextAction) => buttons[action]());
  const base = useBase(props);
  const isChanged = (cell.value?.version ?? 0) !== base.version;
  const ChangeNotice = useModule(loadChangeNotice, isChanged)?.ChangeNotice;
  const dismiss = useDismissal(cell, (value) => {
    drafts.announce(cell, value);
    refs.view.current?.focus();
  });
  const isStored = (part?.message ?? text) === cell.value?.text;
  return (
    <Pair
      ref={refs.field}
      isOpen
      head={head}
      source={source}
      onKeyDown={({ key, target }) => {
        // The text handles its own keys. On a button, Escape returns the focus to the text.
        if (key === 'Escape' && !refs.host.current?.contains(target as Node)) {
          refs.view.current?.focus();
        }
      }}
      below={
        <div className={css.below}>
          <FindingStrip
            id={`${id}-findings`}
            findings={findings}
            current={context.current}
            reading={reading}
            text={text}
            onInsert={actions.insert}
            onFix={actions.fix}
            onDismiss={isStored ? dismiss.mutate : undefined}
          />
          {dismiss.error && <DecisionProblem error={dismiss.error} read={dismiss.context} />}
          <TextFooter
            cell={cell}
            status={status}
            restoredAt={opened.at}
            length={billableUnits(part && cell.maxLength !== null ? part.message : text)}
          >
            <TextActions
              isUnsaved={status.state !== 'clean'}
              isBlocked={findings.some(isError)}
              proposes={cell.proposes ?? false}
              codeLabel={onCode && props.codeLabel}
              onAction={onAction}
            />
          </TextFooter>
        </div>
      }
    >
      <div ref={refs.host} className={css.text} />
      {menu.entries.length > 0 && (
        <PlaceholderMenu
          id={`${id}-menu`}
          entries={menu.entries}
          current={menu.current}
          onChoose={actions.insert}
        />
      )}
      {ChangeNotice && <ChangeNotice cell={cell} base={base} />}
    </Pair>
  );
}

/** Returns the value from which the text was written or opened. Another person may have changed it since. */
function useBase({ cell, drafts }: TextFieldProps): Base {
  const [first] = useState(() => shownBase(cell));
  return drafts.baseOf(cell) ?? first;
}
