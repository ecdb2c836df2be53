import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { buildOverlay, type KubernetesObject, readObjects } from './build-overlay.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'deploy/kubernetes');
const OVERLAYS = ['small', 'ha'] as const;
const LIMIT_MS = 180_000;

/** Modules with Kubernetes' own schemas, by API version. */
const MODELS = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
} as const;
const moduleOf = (apiVersion: string): string => `kubernetes-models/${apiVersion}`;

type ModelOf = new (data: object) => { validate(): void };

/** Throws an error with the violations if the object does not match its schema. */
function validate(object: KubernetesObject): void {
  const models = MODELS[object.apiVersion as keyof typeof MODELS] as unknown as Record<
    string,
    ModelOf
  >;
  const Model = models?.[object.kind];
  if (!Model) throw new Error(`there is no ${object.apiVersion} ${object.kind}`);
  new Model(object).validate();
}

/** Returns the compiler's errors about unknown members, which the schemas of Kubernetes allow. */
function findUnknownMembers(objects: readonly KubernetesObject[]): string {
  // The folder must be inside the project, where the compiler finds the models.
  const folder = mkdtempSync(join(ROOT, 'node_modules/.kubernetes-'));
  const lines = objects.map(
    ({ apiVersion, kind, ...rest }, index) =>
      `import type { I${kind} as Type${index} } from '${moduleOf(apiVersion)}';
export const object${index}: Type${index} = ${JSON.stringify({ apiVersion, kind, ...rest })};`,
  );
  writeFileSync(join(folder, 'objects.ts'), lines.join('\n'));
  const options = [
    '--noEmit',
    '--ignoreConfig',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
  ];
  try {
    execFileSync(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, join(folder, 'objects.ts')],
      { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
    );
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: YAML of a known shape, which the schemas check
type Fields = Record<string, any>;
const named = (objects: readonly KubernetesObject[], kind: string): Fields[] =>
  objects.filter((object) => object.kind === kind) as Fields[];

describe.each(OVERLAYS)('the overlay %s', { timeout: LIMIT_MS }, (name) => {
  const objects = buildOverlay(join(FOLDER, 'overlays', name));
  const [config] = named(objects, 'ConfigMap');
  const deployments = named(objects, 'Deployment');
  const pods = [...deployments, ...named(objects, 'Job')].map(({ spec }) => spec.template.spec);

  it('has only objects that the schemas of Kubernetes accept, without unknown members', () => {
    for (const object of objects) expect(() => validate(object)).not.toThrow();
    expect(findUnknownMembers(objects)).toBe('');
  });

  it('has a valid configuration of the service, and reads every secret from a file', () => {
    const [secret] = readObjects(join(FOLDER, 'secret.example.yaml')) as unknown as Fields[];
    const folder = mkdtempSync(join(ROOT, 'node_modules/.secrets-'));
    try {
      const env = { ...config!.data };
      for (const [variable, path] of Object.entries<string>(env)) {
        if (!variable.endsWith('_FILE')) continue;
        const key = path.split('/').at(-1)!;
        expect(path).toBe(`/run/secrets/parlance/${key}`);
        env[variable] = join(folder, key);
        writeFileSync(env[variable], secret!.stringData[key]);
      }
      for (const role of ['api', 'worker']) {
        const read = readConfig({ ...env, NODE_ENV: 'production', ROLE: role });
        expect(read).toMatchObject({ role, databaseUrl: secret!.stringData.DATABASE_URL });
        expect(read.warnings).toEqual([]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has only pods with limits and without root, privileges, writable root file systems and tokens', () => {
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.requests).toMatchObject({
          cpu: expect.any(String),
          memory: expect.any(String),
        });
        expect(container.resources.limits.memory).toEqual(expect.any(String));
        expect(container.image).toMatch(/^ghcr\.io\/example\/parlance:\d+\.\d+\.\d+$/);
      }
      const volumes = pod.volumes.map((volume: Fields) => volume.name);
      for (const { name: mount } of pod.containers[0].volumeMounts)
        expect(volumes).toContain(mount);
    }
  });

  it('gives pods a longer grace period than their drain time, and probes only on open ports', () => {
    for (const { spec } of deployments) {
      const { terminationGracePeriodSeconds, containers } = spec.template.spec;
      const [container] = containers;
      const beforeMs = (container.lifecycle?.preStop.sleep.seconds ?? 0) * 1000;
      expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(
        beforeMs + Number(config!.data.DRAIN_MS),
      );
      const ports = container.ports.map((port: Fields) => port.name);
      const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
      // A hung process still accepts connections, so each probe must get a response.
      for (const { httpGet } of probes.filter(Boolean)) {
        expect(ports).toContain(httpGet.port);
        expect(httpGet.path).toMatch(/^\/health/);
      }
      expect(container.livenessProbe.httpGet.path).toBe('/health');
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
    }
  });

  it('selects existing pods in services, budgets and the autoscaler, and allows only their ports', () => {
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
    for (const { spec } of [
      ...named(objects, 'Service'),
      ...named(objects, 'PodDisruptionBudget'),
    ]) {
      expect(labels).toContainEqual(spec.selector.matchLabels ?? spec.selector);
    }
    for (const { spec } of named(objects, 'HorizontalPodAutoscaler')) {
      const target = deployments.find(({ metadata }) => metadata.name === spec.scaleTargetRef.name);
      // Both `replicas` and the autoscaler would set the number of pods.
      expect(target!.spec.replicas).toBeUndefined();
    }
    const [{ spec: policySpec } = { spec: {} }] = named(objects, 'NetworkPolicy');
    const open = policySpec.ingress.flatMap((rule: Fields) =>
      rule.ports.map(({ port }: Fields) => port),
    );
    const listened = deployments.flatMap(({ spec }) =>
      spec.template.spec.containers[0].ports.map((port: Fields) => port.containerPort),
    );
    expect(new Set(open)).toEqual(new Set(listened));
    expect(objects.every(({ metadata }) => metadata.namespace === 'parlance')).toBe(true);
  });

  it('allows DNS requests to pods of Kubernetes, to the cache of the node and to pods of OpenShift', () => {
    const [policyObject] = named(objects, 'NetworkPolicy');
    const resolvers = policyObject!.spec.egress.flatMap((rule: Fields) =>
      (rule.to ?? []).flatMap(({ namespaceSelector, ipBlock }: Fields) =>
        rule.ports.map(({ protocol, port }: Fields) => {
          const place = ipBlock?.cidr ?? Object.values(namespaceSelector.matchLabels)[0];
          return `${protocol} ${place} ${port}`;
        }),
      ),
    );
    for (const protocol of ['UDP', 'TCP']) {
      for (const place of ['kube-system 53', '169.254.20.10/32 53', 'openshift-dns 5353'])
        expect(resolvers).toContain(`${protocol} ${place}`);
    }
  });
});

it('the example of the secrets is a valid Secret, and the checks detect invalid objects', {
  timeout: LIMIT_MS,
}, () => {
  const [secret] = readObjects(join(FOLDER, 'secret.example.yaml'));
  expect(() => validate(secret!)).not.toThrow();
  const [deployment] = buildOverlay(join(FOLDER, 'overlays/small')).filter(
    ({ kind }) => kind === 'Deployment',
  ) as unknown as [Fields & KubernetesObject];
  expect(() => validate({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } })).toThrow(
    /replicas/,
  );
  const misspelt = { ...deployment, spec: { ...deployment.spec, replcas: 2 } };
  expect(findUnknownMembers([misspelt])).toContain('replcas');
});
