import '../../i18n/parts/problems.ts';
import type { TranslationError } from '@parlance/contracts';
import { textAt } from '../../lib/address/text-at.ts';
import { FailureWords } from '../../ui/notice/failure-words.tsx';

/** An error of a job or of one of its locales: the next step, and the reason. */
export function Fault({ error }: { error: TranslationError }) {
  return (
    <>
      <p>{textAt(`problems.${error.code}`) ?? error.code}</p>
      <FailureWords error={error} />
    </>
  );
}
