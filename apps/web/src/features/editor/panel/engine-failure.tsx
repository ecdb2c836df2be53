import '../../../i18n/parts/problems.ts';
import type { EngineSuggestion } from '@parlance/sdk';
import { useTranslation } from 'react-i18next';
import { sayFailure, sayProblem } from '../../../lib/problem.ts';

/** Explains why an engine has no answer: it reported an error, or the call failed. */
export function EngineFailure({
  engine,
  cause,
}: {
  engine: string;
  cause: NonNullable<EngineSuggestion['error']> | Error;
}) {
  const { t } = useTranslation();
  const problem = cause instanceof Error ? sayProblem(cause) : sayFailure(cause);
  return <p role="alert">{t('suggest.failed', { engine, problem })}</p>;
}
