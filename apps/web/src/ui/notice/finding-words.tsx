import { describeFinding, type StoredFinding } from '../../lib/words/say-finding.ts';
import { FoldedText } from '../display/folded-text.tsx';

/**
 * Explains a finding after the name of its check, with a sentence or with its subject. If the app has no sentence, the
 * server's text is collapsed below.
 */
export default function FindingWords({ finding }: { finding: StoredFinding }) {
  const { words, subject, folded } = describeFinding(finding);
  if (words !== null) return <span>{words}</span>;
  if (subject !== null) return <code dir="ltr">{subject}</code>;
  return folded && <FoldedText {...folded} />;
}
