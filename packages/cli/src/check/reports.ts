import { createHash } from 'node:crypto';
import { describeFault } from '../output/describe-fault.ts';
import { cellOf } from '../output/markdown.ts';
import type { CheckFinding } from './check-text.ts';

export const REPORTS = ['sarif', 'gitlab', 'junit'] as const;
export type ReportKind = (typeof REPORTS)[number];

export function writeReport(kind: ReportKind, findings: readonly CheckFinding[], version: string) {
  switch (kind) {
    case 'sarif':
      return toSarif(findings, version);
    case 'gitlab':
      return toGitlab(findings);
    case 'junit':
      return toJunit(findings);
  }
}

const textOf = ({ path, message, locale }: CheckFinding): string =>
  [path, locale, message].filter(Boolean).join(': ');

/** Returns findings as SARIF 2.1.0, for the code scanning of GitHub. */
function toSarif(findings: readonly CheckFinding[], version: string): string {
  const rules = [...new Set(findings.map(({ code }) => code))].map((id) => ({ id }));
  const results = findings.map((finding) => ({
    ruleId: finding.code,
    level: finding.severity,
    message: { text: textOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(finding.file ?? '') },
          region: { startLine: finding.line ?? 1, startColumn: finding.column ?? 1 },
        },
      },
    ],
  }));
  const driver = { name: 'parlance', version, rules };
  return json({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  });
}

/**
 * Returns findings as a code quality report for GitLab. Fingerprints do not depend on line numbers.
 */
function toGitlab(findings: readonly CheckFinding[]): string {
  return json(
    findings.map((finding) => {
      const { code, severity, file = '', path = '', locale, line = 1 } = finding;
      const identity = JSON.stringify([code, file, path, locale, finding.message]);
      return {
        description: textOf(finding),
        check_name: code,
        fingerprint: createHash('sha256').update(identity).digest('hex'),
        severity: severity === 'error' ? 'major' : 'minor',
        location: { path: file, lines: { begin: line } },
      };
    }),
  );
}

/**
 * Returns findings as JUnit XML, with a failed test case for each finding. Without findings, there
 * is a single successful test case.
 */
function toJunit(findings: readonly CheckFinding[]): string {
  const cases = findings.map((finding) => {
    const { code, file = '', path = '', severity, line } = finding;
    const place = line === undefined ? file : `${file}:${line}`;
    const failure =
      severity === 'error'
        ? `<failure type="${escapeXml(code)}" message="${escapeXml(textOf(finding))}"/>`
        : `<system-out>${escapeXml(textOf(finding))}</system-out>`;
    const name = escapeXml([path, code].filter(Boolean).join(' '));
    return `    <testcase classname="${escapeXml(place)}" name="${name}">${failure}</testcase>`;
  });
  const all = cases.length === 0 ? ['    <testcase classname="parlance" name="check"/>'] : cases;
  const failures = findings.filter(({ severity }) => severity === 'error').length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="parlance check" tests="${all.length}" failures="${failures}">
${all.join('\n')}
  </testsuite>
</testsuites>
`;
}

export const describeFindings = (findings: readonly CheckFinding[]): string[] =>
  findings.map((finding) => `${finding.severity}: ${describeFault(finding)} [${finding.code}]`);

/** Maximum number of table rows in a summary. */
const MAX_ROWS = 100;

/** Returns a Markdown table of findings, for the step summary of GitHub Actions. */
export function writeSummary(title: string, findings: readonly CheckFinding[]): string {
  const rows = findings.slice(0, MAX_ROWS).map((finding) => {
    const { severity, file = '', line, path = '', message } = finding;
    const place = line === undefined ? file : `${file}:${line}`;
    return `| ${[severity, ...[place, path, message].map(cellOf)].join(' | ')} |`;
  });
  const head = rows.length === 0 ? [] : ['', '| | file | key | finding |', '|---|---|---|---|'];
  const more = findings.length > MAX_ROWS ? ['', 'The list goes on in the log of the step.'] : [];
  return `**${title}**\n${[...head, ...rows, ...more].join('\n')}\n`;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text for XML 1.0. Replaces control characters by U+FFFD. */
const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);
