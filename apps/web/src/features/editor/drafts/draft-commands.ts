import type { ValueState } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { DraftCell } from './cell-status.ts';
import type { Draft } from './draft.ts';
import { type DraftModel, send } from './draft-saving.ts';
import { type Base, baseOf } from './save-value.ts';

/**
 * True if the text or the state differs from the value on the service. An empty text for a missing value is not a
 * difference.
 */
const hasChange = ({ text, base }: Draft, state: ValueState | undefined): boolean =>
  text !== base.text || (base.id !== null && state !== undefined && state !== base.state);

/** Returns the fields of a draft that identify its cell. */
const placeOf = (userId: string, cell: DraftCell) => {
  const { organizationId, projectId, keyId, locale, key, pluralCategory, newKey, proposes } = cell;
  return {
    userId,
    organizationId,
    projectId,
    keyId,
    locale,
    key,
    ...(pluralCategory !== undefined && { pluralCategory }),
    ...(newKey !== undefined && { newKey }),
    ...(proposes && { proposes }),
  };
};

/** Returns functions that write, save and discard the text of one cell. */
export function cellCommands(model: DraftModel) {
  const { deps, names, entries, changes, queue, saved, edited } = model;
  const discard = (cell: CellId): void => {
    queue.drop(names.of(cell));
    changes.remove(names.of(cell));
  };
  return {
    discard,
    edit(cell: DraftCell, base: Base, text: string): void {
      const name = names.of(cell);
      const earlier = entries.get(name);
      const from = earlier?.draft.base ?? saved.newest(name, base);
      if (text === from.text && !queue.has(name)) {
        changes.remove(name);
        return;
      }
      edited.start(cell);
      const place = placeOf(deps.userId, cell);
      changes.set(
        { ...place, text, base: from, stage: 'typing', at: deps.now() },
        earlier?.outcome,
      );
    },
    commit(cell: DraftCell, base: Base, state?: ValueState): void {
      const name = names.of(cell);
      const from = saved.newest(name, base);
      const draft = entries.get(name)?.draft ?? {
        ...placeOf(deps.userId, cell),
        text: from.text,
        base: from,
        stage: 'typing' as const,
        at: deps.now(),
      };
      if (draft.stage === 'committed' && state === undefined && queue.has(name)) return;
      if (!queue.has(name) && !hasChange(draft, state)) {
        changes.remove(name);
        return;
      }
      const { state: _, ...rest } = draft;
      send(model, { ...rest, ...(state && { state }) });
    },
    block(cell: CellId, checks: readonly string[]): void {
      const entry = entries.get(names.of(cell));
      if (entry) changes.set({ ...entry.draft, stage: 'blocked', checks }, entry.outcome);
    },
    adopt(cell: CellId, before: CellId): void {
      const name = names.of(before);
      if (entries.get(name) && !entries.get(names.of(cell))) names.rename(cell, name);
    },
    resolve(cell: CellId, choice: 'mine' | 'theirs' | 'edit'): void {
      const name = names.of(cell);
      const entry = entries.get(name);
      if (entry?.outcome.state !== 'conflict') return;
      const { draft, outcome } = entry;
      const { theirs = null, source: now } = outcome;
      const source = now ? { version: now.sourceVersion, text: now.text ?? '' } : draft.base.source;
      if (choice === 'theirs') {
        changes.remove(name);
        saved.tell(cell, theirs);
        return;
      }
      saved.tell(cell, theirs);
      const onTop = { ...draft, base: { ...baseOf(theirs), source } };
      if (choice === 'mine') send(model, onTop);
      else changes.set({ ...onTop, stage: 'typing' });
    },
  };
}

/** Returns functions that save or discard all unsaved texts. */
export function listCommands(
  model: DraftModel,
  discard: (cell: CellId) => void,
): { discardAll(): Promise<void>; retry(): void; saveAll(): void } {
  const { deps, entries, queue, writer } = model;
  const retry = (): void => {
    for (const { draft, outcome } of entries.all()) {
      if (draft.stage === 'committed' && outcome.state === 'failed') send(model, draft);
    }
    queue.retryNow();
  };
  return {
    async discardAll() {
      for (const { draft } of entries.all()) discard(draft);
      await writer.flush();
      await deps.store.deleteAll(deps.userId);
    },
    retry,
    saveAll() {
      for (const { draft } of entries.all()) {
        if (draft.stage !== 'committed') send(model, { ...draft, state: 'needs_review' });
      }
      retry();
    },
  };
}
