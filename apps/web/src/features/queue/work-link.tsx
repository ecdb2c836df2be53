import type { ProjectQueue } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ABOUT_KEYS, type Work } from '../../lib/queue.queries.ts';
import { queryOfWork } from '../../lib/review-queues.ts';

/** A link to the texts or the questions of one kind of work in a locale. */
export function WorkLink({
  org,
  queue,
  locale,
  kind,
  className,
  name,
  children,
}: {
  /** Slug of the organization. */
  org: string;
  queue: Pick<ProjectQueue, 'projectId' | 'requireReview'>;
  /** Code of the locale. Null for questions about keys. */
  locale: string | null;
  kind: Work;
  className?: string;
  /** Accessible name, if the content does not describe the target of the link. */
  name?: string;
  children: ReactNode;
}) {
  const place = { params: { org, project: queue.projectId }, className, 'aria-label': name };
  if (kind === 'questions') {
    return (
      <Link
        to="/o/$org/p/$project/questions"
        {...place}
        search={{ who: 'queue', locale: locale ?? ABOUT_KEYS }}
      >
        {children}
      </Link>
    );
  }
  return (
    <Link
      to="/o/$org/p/$project/editor"
      {...place}
      search={{ ...(locale !== null && { l: locale }), q: queryOfWork(kind, queue) }}
    >
      {children}
    </Link>
  );
}
