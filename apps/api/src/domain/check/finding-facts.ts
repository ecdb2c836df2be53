import type { Finding } from '@parlance/messages';

export type FindingFacts = Pick<Finding, 'value' | 'params' | 'at' | 'fix'>;

/** Returns the details of a finding that the API adds to its code and message. */
export const factsOfFinding = ({ value, params, at, fix }: FindingFacts): FindingFacts => ({
  ...(value !== undefined && { value }),
  ...(params && { params }),
  ...(at && { at }),
  ...(fix && { fix }),
});
