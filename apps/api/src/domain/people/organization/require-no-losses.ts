import type { AccountLoss } from '@parlance/contracts';
import { fail } from '../../../errors.ts';
import { quoteNames } from './quote-names.ts';

/** @throws `conflict` with the names of what would be lost */
export function requireNoLosses(losses: readonly AccountLoss[]): void {
  if (losses.length === 0) return;
  const detail = `This would end ${losses.map(describeLoss).join(', and ')}.`;
  fail('conflict', detail, { losses });
}

const describeLoss = ({ name, slug, ends, ...lost }: AccountLoss): string => {
  const { projects, projectCount, apiKeys, apiKeyCount } = lost;
  const keys = apiKeyCount > 0 ? [`the API keys ${quoteNames(apiKeys, apiKeyCount)}`] : [];
  if (!ends) return `${keys} of "${name}" (${slug})`;
  const named = projectCount > 0 ? [`the projects ${quoteNames(projects, projectCount)}`] : [];
  const parts = [...named, ...keys];
  if (parts.length === 0) return `the organization "${name}" (${slug}), which others are in`;
  return `the organization "${name}" (${slug}) with ${parts.join(' and ')}`;
};
