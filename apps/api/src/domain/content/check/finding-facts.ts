import type { Finding } from '@parlance/messages';

export type FindingFacts = Pick<Finding, 'value' | 'params' | 'at' | 'fix'>;

export const factsOfFinding = ({ value, params, at, fix }: FindingFacts): FindingFacts => ({
  ...(value !== undefined && { value }),
  ...(params && { params }),
  ...(at && { at }),
  ...(fix && { fix }),
});
