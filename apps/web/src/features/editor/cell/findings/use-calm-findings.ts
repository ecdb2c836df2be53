import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CellFinding } from './use-findings.ts';

/** Time without a key press after which a text is checked as if it were finished. */
const PAUSE_MS = 900;

const subjectOf = ({ code, value }: CellFinding): string => `${code} ${value ?? ''}`;

export interface CalmFindings {
  /** Displayed findings. A finding disappears as soon as it is resolved, and appears when the user pauses. */
  readonly findings: readonly CellFinding[];
  /** Shows all findings at once. */
  show(): void;
}

/** Holds findings back while the user types, because an unfinished text lacks placeholders. */
export function useCalmFindings(all: readonly CellFinding[], text: string): CalmFindings {
  const [rested, setRested] = useState(text);
  const isResting = rested === text;
  useEffect(() => {
    if (isResting) return;
    const timer = setTimeout(() => setRested(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isResting]);
  const known = useRef<ReadonlySet<string>>(new Set());
  const findings = isResting ? all : all.filter((one) => known.current.has(subjectOf(one)));
  useLayoutEffect(() => {
    known.current = new Set(findings.map(subjectOf));
  });
  return { findings, show: () => setRested(text) };
}
