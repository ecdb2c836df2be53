type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a JSON merge patch (RFC 7396) to an object, and returns the result. */
export function mergePatch(target: JsonObject, patch: JsonObject): Record<string, unknown> {
  const merged = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (!isObject(value)) merged[name] = value;
    else merged[name] = mergePatch(isObject(merged[name]) ? merged[name] : {}, value);
  }
  return merged;
}
