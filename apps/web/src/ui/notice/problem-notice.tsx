import { type Problem, problemOf } from '../../lib/problem.ts';
import { Notice } from './notice.tsx';
import css from './problem-notice.module.css';

/** An error in the page with the next step. The server's text is collapsed below. */
export function ProblemNotice(props: { error: unknown } | { problem: Problem }) {
  return (
    <Notice kind="problem">
      <ProblemText problem={'problem' in props ? props.problem : problemOf(props.error)} />
    </Notice>
  );
}

export function ProblemText({
  problem: { text, folded },
  hasOwnFaults = false,
}: {
  problem: Problem;
  /** True if the faults are listed beside the text. The server's text would only repeat them. */
  hasOwnFaults?: boolean;
}) {
  const lines = folded ? [folded.detail ?? [], folded.faults].flat() : [];
  return (
    <>
      <p>{text}</p>
      {folded && !hasOwnFaults && (
        <details className={css.details} open={folded.isOpen}>
          <summary>{folded.summary}</summary>
          {lines.map((line) => (
            <p key={line} lang="en" dir="auto">
              {line}
            </p>
          ))}
          {folded.request !== null && (
            <p>
              <code>{folded.request}</code>
            </p>
          )}
        </details>
      )}
    </>
  );
}
