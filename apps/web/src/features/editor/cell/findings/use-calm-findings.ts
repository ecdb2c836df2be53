import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CellFinding } from './use-findings.ts';

/** Time in milliseconds without a key press, after which new findings are shown. */
const PAUSE_MS = 900;

const subjectOf = ({ code, value }: CellFinding): string => `${code} ${value ?? ''}`;

export interface CalmFindings {
  /** Findings to show. A finding disappears as soon as it is resolved. A new finding appears when the user pauses. */
  readonly findings: readonly CellFinding[];
  /** Shows all new findings at once. */
  show(): void;
}

/** Hides new findings while the user types. An unfinished text always lacks placeholders. */
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
