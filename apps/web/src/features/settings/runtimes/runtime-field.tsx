import { lazy, Suspense } from 'react';
import css from './runtimes.module.css';

const LazyRuntimeChoice = lazy(async () => ({
  default: (await import('./runtime-choice.tsx')).RuntimeChoice,
}));

/** The libraries that display the texts of a project. Their list is loaded when it is shown. */
export function RuntimeField(props: Parameters<typeof LazyRuntimeChoice>[0]) {
  return (
    <Suspense fallback={<div className={css.pending} />}>
      <LazyRuntimeChoice {...props} />
    </Suspense>
  );
}
