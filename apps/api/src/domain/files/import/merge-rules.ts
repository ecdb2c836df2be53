import type { Warning } from '@parlance/contracts';
import type { Slot } from '../../content/index.ts';

export interface MergeRules {
  conflicts: 'fail' | 'ours' | 'theirs';
  replaceReviewed: boolean;
  allowEmpty: boolean;
  restore: boolean;
}

/**
 * Decides which text the merge uses: the text in the file or the text in the project. `warning` is
 * reported to the client.
 */
export interface Decision {
  take: 'file' | 'project' | 'conflict';
  warning?: Pick<Warning, 'code' | 'message'>;
}

const FILE: Decision = { take: 'file' };
const PROJECT: Decision = { take: 'project' };

const kept = (code: Warning['code'], message: string): Decision => ({
  take: 'project',
  warning: { code, message },
});

/**
 * Decides whether a text of the file replaces a different text of the project. If only one of the
 * two has changed since the last sync, the changed text is used. `slot` is undefined if the project
 * lacks the key.
 */
export function decide(text: string, slot: Slot | undefined, rules: MergeRules): Decision {
  if (!slot) return FILE;
  const { base, text: current } = slot;
  if (current !== null && text === '' && !rules.allowEmpty) {
    return kept('empty_text', `the empty text did not replace the one in ${slot.locale}`);
  }
  if (text === base && base !== null) return decideOld(slot, rules);
  if (current !== base) return decideConflict(slot, rules);
  if (current === null && isGone(slot, text) && !rules.restore) return keptAway(slot);
  return decideReviewed(slot, rules);
}

const decideOld = (slot: Slot, rules: MergeRules): Decision => {
  if (slot.text !== null) return PROJECT;
  return rules.restore ? FILE : keptAway(slot);
};

function decideConflict(slot: Slot, rules: MergeRules): Decision {
  if (rules.conflicts === 'fail') return { take: 'conflict' };
  return rules.conflicts === 'theirs' ? PROJECT : decideReviewed(slot, rules);
}

const decideReviewed = ({ state, locale }: Slot, { replaceReviewed }: MergeRules): Decision =>
  state === 'reviewed' && !replaceReviewed
    ? kept('reviewed_text', `the reviewed text in ${locale} was kept`)
    : FILE;

/** True if the text was deleted or its key was archived in the project since the last sync. */
const isGone = ({ isArchived, formerText }: Slot, text: string): boolean =>
  isArchived || formerText === text;

const keptAway = ({ isArchived, locale }: Slot): Decision =>
  isArchived
    ? kept('archived_key', 'the key is archived in the project and was not restored')
    : kept('cleared_text', `the text in ${locale} was cleared in the project and not restored`);
