import { useTranslation } from 'react-i18next';
import { NEEDS_WORDS } from '../lib/needs-words.ts';
import { type FindingFacts, sayFinding } from '../lib/say-finding.ts';
import { ServerText } from './server-text.tsx';

/**
 * What a finding is, to be read after the name of its check: a sentence, or its subject. Without a sentence of the
 * app, the words of the service are folded.
 */
export default function FindingWords({ finding }: { finding: FindingFacts & { message: string } }) {
  const { t } = useTranslation();
  const { code, value, message } = finding;
  const words = sayFinding(finding);
  if (words !== null) return <span>{words}</span>;
  if (!NEEDS_WORDS.test(code)) return value ? <code dir="ltr">{value}</code> : null;
  return (
    <details>
      <summary>{t('problem.detail')}</summary>
      <ServerText text={message} />
    </details>
  );
}
