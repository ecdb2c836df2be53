import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dump, load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startProcess } from '../../apps/api/test/processes/process.ts';
import { makeTestDirectory } from '../../apps/api/test/servers/postgres.ts';
import { findFreePort } from '../find-free-port.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/observability', import.meta.url));
const PROMTOOL = '/usr/bin/promtool';
const LIMIT_MS = 180_000;

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly datasource: { readonly uid: string };
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets: readonly {
    readonly expr: string;
    readonly datasource: { readonly uid: string };
  }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly schemaVersion: number;
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string }[];
  };
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const dashboard = JSON.parse(read('dashboard.json')) as Dashboard;
const alerts = (load(read('alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules);
const panelExpressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const expressions = [...panelExpressions, ...alerts.map(({ expr }) => expr)];

/** Returns the names of metrics in an expression. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:parlance|process|nodejs)_\w+/g) ?? [];

describe('the dashboard', () => {
  it('has panels with distinct ids, titles and descriptions, and without overlap', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from(
        { length: w * h },
        (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`,
      );
    });
    expect(new Set(cells).size).toBe(cells.length);
    for (const { title, description } of dashboard.panels) {
      expect(title).not.toBe('');
      expect(description).toMatch(/\.$/);
    }
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
  });

  it('reads the selected data source in all panels', () => {
    const variables = dashboard.templating.list.map(({ name }) => name);
    expect(variables).toEqual(['datasource', 'job']);
    const sources = dashboard.panels.flatMap(({ datasource, targets }) => [
      datasource.uid,
      ...targets.map((target) => target.datasource.uid),
    ]);
    expect(new Set(sources)).toEqual(new Set(['$' + '{datasource}']));
    const used = panelExpressions.flatMap((expr) => expr.match(/\$\w+/g) ?? []);
    expect(new Set(used)).toEqual(new Set(['$job', '$__rate_interval']));
  });
});

describe('the metrics of the service', { timeout: LIMIT_MS }, () => {
  let dataDir: string;
  let service: ServiceProcess;
  let names: Set<string>;
  beforeAll(async () => {
    dataDir = makeTestDirectory();
    const port = await findFreePort();
    service = await startProcess({
      dataDir,
      env: { METRICS_PORT: String(port), BUNDLE_STORE: `file://${join(dataDir, 'bundles')}` },
    });
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    names = new Set(
      [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
      ),
    );
  }, LIMIT_MS);
  afterAll(async () => {
    await service?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('include every metric that the dashboard and the alerts use', () => {
    const asked = new Set(expressions.flatMap(metricsIn));
    expect(asked.size).toBeGreaterThan(10);
    expect([...asked].filter((name) => !names.has(name))).toEqual([]);
  });

  it('all appear in the dashboard', () => {
    const shown = new Set(
      panelExpressions.flatMap(metricsIn).map((name) => name.replace(/_(bucket|count|sum)$/, '')),
    );
    const own = [...names].filter((name) => name.startsWith('parlance_'));
    expect(own.filter((name) => !shown.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
  });
});

describe.skipIf(!existsSync(PROMTOOL))('promtool (prometheus)', { timeout: LIMIT_MS }, () => {
  const promtool = (...args: string[]): string =>
    execFileSync(PROMTOOL, args, { cwd: FOLDER, encoding: 'utf8', stdio: 'pipe' });

  it('accepts the alerts, and each alert has a test in which it fires and a test in which it does not fire', () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toContain(`${alerts.length} rules found`);
    expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
    const { tests } = load(read('alerts.test.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const cases = tests.flatMap(({ alert_rule_test: ofTest }) => ofTest);
    for (const { alert } of alerts) {
      const own = cases.filter(({ alertname }) => alertname === alert);
      expect(
        own.some(({ exp_alerts: fired }) => fired.length > 0),
        alert,
      ).toBe(true);
      expect(
        own.some(({ exp_alerts: fired }) => fired.length === 0),
        alert,
      ).toBe(true);
    }
  });

  it('can parse every expression of the dashboard', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-rules-'));
    try {
      const rules = panelExpressions.map((expr, index) => ({
        record: `panel:${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.+'),
      }));
      const path = join(folder, 'panels.yaml');
      writeFileSync(path, dump({ groups: [{ name: 'panels', rules }] }));
      expect(promtool('check', 'rules', path)).toContain(`${rules.length} rules found`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
