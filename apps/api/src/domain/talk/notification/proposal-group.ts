import { createHash } from 'node:crypto';

/** The open proposals of a person in a locale. A recipient has at most one unread notification of them. */
export interface ProposalGroup {
  readonly projectId: string;
  readonly localeId: number;
  /** The user, or the API key of the organization, that proposes the texts. */
  readonly personId: string;
}

/** Returns the id of a group. Notifications of proposals store it in place of the id of a comment. */
export function idOfGroup({ projectId, localeId, personId }: ProposalGroup): string {
  const hash = createHash('sha256').update(`${projectId} ${localeId} ${personId}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
