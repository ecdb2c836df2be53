import { describeFailure, type Failure } from '../../lib/words/say-failure.ts';
import { FoldedText } from '../display/folded-text.tsx';
import FindingWords from './finding-words.tsx';

/**
 * Why a translation failed, to be read after what its code says: the engine and its fault, or the findings in its
 * answer. The words of the service, which may have those of the engine, are folded.
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
