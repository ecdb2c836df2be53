import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CellFinding } from './use-findings.ts';

/** Time without a key after which a text is looked at as if it was finished. */
const PAUSE_MS = 900;

const subjectOf = ({ code, value }: CellFinding): string => `${code} ${value ?? ''}`;

export interface CalmFindings {
  /** Findings that are shown: they go as soon as they no longer hold, and come when the person pauses. */
  readonly findings: readonly CellFinding[];
  /** Shows all findings now. */
  show(): void;
}

/** Holds findings back while a text is typed: half of a text lacks the placeholders of the other half. */
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
