import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load, loadAll } from 'js-yaml';

/** A Kubernetes object as parsed from YAML. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; namespace?: string };
  readonly [member: string]: unknown;
}

interface Kustomization {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly resources: readonly string[];
  readonly images?: readonly { name: string; newName: string; newTag: string }[];
  readonly patches?: readonly Patch[];
}
interface Patch {
  readonly path?: string;
  readonly target?: { readonly kind: string; readonly name: string };
  readonly patch?: string;
}
type Fields = Record<string, unknown>;

const MEMBERS = new Set(['apiVersion', 'kind', 'namespace', 'resources', 'images', 'patches']);

/**
 * Builds a folder with a `kustomization.yaml` as `kubectl kustomize` does. Supports only the members that our files
 * use, and rejects all others. CI has no Kustomize: Debian's version is from 2019, and npm has none.
 */
export function buildOverlay(folder: string): KubernetesObject[] {
  const path = join(folder, 'kustomization.yaml');
  const own = load(readFileSync(path, 'utf8')) as Kustomization;
  for (const member of Object.keys(own)) {
    if (!MEMBERS.has(member))
      throw new Error(`${path} has ${member}, which this build does not know`);
  }
  const objects = own.resources.flatMap((resource) =>
    resource.endsWith('.yaml')
      ? readObjects(join(folder, resource))
      : buildOverlay(resolve(folder, resource)),
  );
  for (const patch of own.patches ?? []) applyPatch(objects, patch, folder);
  for (const object of objects) {
    if (own.namespace !== undefined) object.metadata.namespace = own.namespace;
    for (const image of own.images ?? []) setImage(object, image);
  }
  return objects;
}

export const readObjects = (path: string): KubernetesObject[] =>
  loadAll(readFileSync(path, 'utf8')) as KubernetesObject[];

function applyPatch(objects: KubernetesObject[], patch: Patch, folder: string): void {
  if (patch.path !== undefined) {
    for (const change of readObjects(join(folder, patch.path))) {
      mergeInto(find(objects, change.kind, change.metadata.name) as unknown as Fields, change);
    }
    return;
  }
  const { kind, name } = patch.target!;
  const steps = load(patch.patch!) as { op: string; path: string; value: unknown }[];
  for (const { op, path, value } of steps) {
    if (op !== 'replace') throw new Error(`the patch of ${name} has ${op}`);
    const members = path.split('/').slice(1);
    const last = members.pop()!;
    let at = find(objects, kind, name) as unknown as Fields;
    for (const member of members) at = at[member] as Fields;
    if (!(last in at)) throw new Error(`the patch of ${name} replaces ${path}, which is not there`);
    at[last] = value;
  }
}

function find(objects: KubernetesObject[], kind: string, name: string): KubernetesObject {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`a patch names ${kind} ${name}, which is not there`);
  return found;
}

/** Applies a strategic merge patch: null removes a field, and containers are merged by name. */
function mergeInto(target: Fields, change: Fields): void {
  for (const [name, value] of Object.entries(change)) {
    const old = target[name];
    if (value === null) delete target[name];
    else if (name === 'containers') mergeContainers(old as Fields[], value as Fields[]);
    else if (Array.isArray(value)) throw new Error(`a patch has the list ${name}`);
    else if (isFields(value) && isFields(old)) mergeInto(old, value);
    else target[name] = value;
  }
}

function mergeContainers(old: Fields[], changes: readonly Fields[]): void {
  for (const change of changes) {
    const container = old.find(({ name }) => name === change.name);
    if (!container) throw new Error(`a patch names the container ${change.name}`);
    mergeInto(container, change);
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function setImage(value: unknown, image: { name: string; newName: string; newTag: string }): void {
  if (Array.isArray(value)) for (const part of value) setImage(part, image);
  if (!isFields(value)) return;
  if (value.image === image.name) value.image = `${image.newName}:${image.newTag}`;
  for (const member of Object.values(value)) setImage(member, image);
}
