import { describeFailure, type Failure } from '../../lib/words/say-failure.ts';
import { FoldedText } from '../display/folded-text.tsx';
import FindingWords from './finding-words.tsx';

/**
 * Explains why a translation failed, after the text for its code: the engine and its error, or the findings in its
 * answer. The server's text, which may quote the engine, is collapsed.
 */
export function FailureWords({ error }: { error: Failure }) {
  const { words, findings, folded } = describeFailure(error);
  return (
    <div>
      {words !== null && <p>{words}</p>}
      {findings.length > 0 && (
        <ul>
          {findings.map(({ id, title, finding }) => (
            <li key={id}>
              {title} <FindingWords finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {folded && <FoldedText {...folded} />}
    </div>
  );
}
