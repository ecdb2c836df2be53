import { locate } from '../icu/icu-structure.ts';
import type { Mf2Expression, Mf2Message } from '../mf2/mf2-message.ts';
import { nodesOfMf2 } from '../mf2/mf2-nodes.ts';
import { parseMf2 } from '../mf2/parse-mf2.ts';
import { type Finding, finding } from './findings.ts';
import {
  type ComparedForms,
  compareNodes,
  type IcuVerifyOptions,
  notReadable,
} from './verify-icu.ts';

const meaningOf = ({ operand, function: called }: Mf2Expression): unknown => [
  operand,
  called && [called.name, [...called.options].sort(([a], [b]) => (a < b ? -1 : 1))],
];

/** Returns the same string for messages that declare and select in the same way. */
const headOf = ({ declarations, selectors }: Mf2Message): string =>
  JSON.stringify([
    declarations.map(({ type, name, expression }) => [type, name, meaningOf(expression)]),
    selectors.map(({ name }) => name),
  ]);

const TOO_MANY_FORMS = finding(
  'icu_structure',
  'the message has too many forms to compare',
  undefined,
  { reason: 'too_many_forms' },
);

/** Reports declarations or selectors that differ from those of the source message. */
function compareHeads(source: Mf2Message, target: Mf2Message): Finding[] {
  if (headOf(source) === headOf(target)) return [];
  const differs = finding(
    'icu_structure',
    'the declarations or selectors differ from the source',
    undefined,
    { reason: 'declarations_differ' },
  );
  return [locate(differs, 'target', { start: 0, end: target.variants[0]!.start })];
}

/** Compares two messages of MessageFormat 2. The caller must also check the words of each pair. */
export function verifyMf2(
  source: Mf2Message,
  sourceText: string,
  target: string,
  options: IcuVerifyOptions,
): ComparedForms {
  const message = parseMf2(target);
  if (message instanceof Error) return notReadable(message);
  const findings = compareHeads(source, message);
  if (findings.length > 0) return { findings, pairs: [] };
  const before = nodesOfMf2(source, sourceText);
  const after = nodesOfMf2(message, target);
  if (before === null || after === null) return { findings: [TOO_MANY_FORMS], pairs: [] };
  return compareNodes(before, after, { ...options, format: 'mf2' });
}
