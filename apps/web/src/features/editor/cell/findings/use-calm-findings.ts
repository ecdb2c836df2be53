import type { CheckCode } from '@parlance/messages';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CellFinding } from './check-text.ts';

/** Time in milliseconds without a key press, after which all new findings are shown. */
const PAUSE_MS = 900;

/** Checks that find superfluous parts of a text. Text that the user types later cannot resolve such a finding. */
const AT_ONCE: ReadonlySet<CheckCode> = new Set([
  'placeholder_duplicated',
  'tag_extra',
  'too_long',
  'leaked_marker',
  'invisible_characters',
  'attribute_extra',
]);

const subjectOf = ({ code, value }: CellFinding): string => `${code} ${value ?? ''}`;

export interface CalmFindings {
  /**
   * Findings to show. A finding disappears as soon as it is resolved. A new finding about a superfluous part appears at
   * once. A new finding that further text may still resolve appears when the user pauses.
   */
  readonly findings: readonly CellFinding[];
  /** Shows all new findings at once. */
  show(): void;
}

/** Hides new findings that an unfinished text always has, such as a missing placeholder, while the user types. */
export function useCalmFindings(all: readonly CellFinding[], text: string): CalmFindings {
  const [rested, setRested] = useState(text);
  const isResting = rested === text;
  useEffect(() => {
    if (isResting) return;
    const timer = setTimeout(() => setRested(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isResting]);
  const knownNames = useRef<ReadonlySet<string>>(new Set());
  const findings = isResting
    ? all
    : all.filter(
        (finding) => AT_ONCE.has(finding.code) || knownNames.current.has(subjectOf(finding)),
      );
  useLayoutEffect(() => {
    knownNames.current = new Set(findings.map(subjectOf));
  });
  return { findings, show: () => setRested(text) };
}
