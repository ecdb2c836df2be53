import { describeFinding, type StoredFinding } from '../lib/say-finding.ts';
import { FoldedText } from './server-text.tsx';

/**
 * What a finding is, to be read after the name of its check: a sentence, or its subject. Without a sentence of the
 * app, the words of the service are folded.
 */
export default function FindingWords({ finding }: { finding: StoredFinding }) {
  const { words, subject, folded } = describeFinding(finding);
  if (words !== null) return <span>{words}</span>;
  if (subject !== null) return <code dir="ltr">{subject}</code>;
  return folded && <FoldedText {...folded} />;
}
