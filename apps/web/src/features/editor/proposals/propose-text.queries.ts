import { isParlanceError } from '@parlance/sdk';
import { api } from '../../../lib/api.ts';
import { live } from '../../../lib/live.ts';
import { type Save, sourceVersionOf } from '../drafts/save-value.ts';

/** Proposes a text for a value. The rows and panels show the proposal at once. */
export async function proposeText({ cell, text, base }: Save): Promise<void> {
  const { organizationId, projectId, keyId, locale } = cell;
  const place = { projectId, keyId, localeCode: locale, ...sourceVersionOf(base) };
  try {
    const { data } = await api(organizationId).i18n.proposals.create({ ...place, text });
    const { id, localeCode, state, votes, by, createdAt: at } = data;
    live.tell(projectId, [{ type: 'proposal', id, keyId, localeCode, state, votes, by, at }]);
  } catch (error) {
    // Another person has saved the same text.
    if (!isParlanceError(error, 'conflict')) throw error;
  }
}
