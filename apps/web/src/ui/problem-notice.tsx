import { problemOf } from '../lib/problem.ts';
import css from './notice.module.css';
import { Notice } from './notice.tsx';

/** What went wrong with a call. The server's own words are folded below a translated text. */
export function ProblemNotice({ error }: { error: unknown }) {
  const { text, detail } = problemOf(error);
  return (
    <Notice kind="problem">
      {text}
      {detail && (
        <details className={css.detail}>
          <summary>{detail.title}</summary>
          <p lang="en" dir="auto">
            {detail.text}
          </p>
        </details>
      )}
    </Notice>
  );
}
