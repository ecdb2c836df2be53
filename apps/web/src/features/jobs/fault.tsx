import '../../i18n/parts/problems.ts';
import type { TranslationError } from '@parlance/contracts';
import { textAt } from '../../lib/address/text-at.ts';
import { FailureWords } from '../../ui/notice/failure-words.tsx';

/** Shows the next step and the reason for an error of a job or of one of its locales. */
export function Fault({ error }: { error: TranslationError }) {
  return (
    <>
      <p>{textAt(`problems.${error.code}`) ?? error.code}</p>
      <FailureWords error={error} />
    </>
  );
}
