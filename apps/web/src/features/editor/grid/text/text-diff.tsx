import { WordDiff } from '../../../../ui/display/word-diff.tsx';
import { useModule } from '../../../../ui/hooks/use-module.ts';
import { isMessage } from '../../cell/forms/has-branches.ts';
import type { CellTextProps } from './cell-text.tsx';

const loadIcuDiff = () => import('./icu-diff.tsx');

/** The difference between two texts. Messages are compared branch by branch. */
export function TextDiff({
  before,
  after,
  format,
  ...language
}: Pick<CellTextProps, 'format' | 'locale' | 'dir'> & { before: string; after: string }) {
  const isForms = isMessage(after, format);
  const IcuDiff = useModule(loadIcuDiff, isForms)?.IcuDiff;
  if (!isForms) return <WordDiff before={before} after={after} {...language} />;
  return IcuDiff ? <IcuDiff before={before} after={after} format={format} {...language} /> : null;
}
